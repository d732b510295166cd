extern void reach_error(void);
extern void *memset(void *to, int c, unsigned n);
extern unsigned char __VERIFIER_nondet_uchar(void);
/* Another declaration of the length: small numbers are the same. */
int main(void) {
  char row[300];
  unsigned n = __VERIFIER_nondet_uchar();
  row[n] = 1;
  memset(row, 0, n + 1);
  if (row[n] != 0 || row[0] != 0) reach_error();
  return 0;
}
