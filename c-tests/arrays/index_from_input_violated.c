extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  int a[10];
  a[__VERIFIER_nondet_uint() % 10] = 1;
  if (a[3] == 1) reach_error();
  return 0;
}
