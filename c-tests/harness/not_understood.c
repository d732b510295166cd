void __CPROVER_array_set(void *at, int value);
extern void reach_error(void);
int main(void) {
  int x[2] = {0};
  __CPROVER_array_set(x, 3);
  if (x[1] == 3) reach_error();
  return 0;
}
