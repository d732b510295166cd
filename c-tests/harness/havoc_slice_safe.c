extern void __CPROVER_havoc_slice(void *from, unsigned long size);
extern void *__CPROVER_allocate(unsigned long size, _Bool zero);
extern void reach_error(void);
/* Only the bytes that are named become arbitrary. */
int main(void) {
  unsigned char row[6] = {1, 2, 3, 4, 5, 6};
  __CPROVER_havoc_slice(row + 2, 3);
  if (row[1] != 2 || row[5] != 6) reach_error();
  int *zeros = __CPROVER_allocate(8, 1);
  if (zeros && zeros[1] != 0) reach_error();
  return 0;
}
