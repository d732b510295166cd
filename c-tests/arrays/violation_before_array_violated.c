extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  int a[4];
  unsigned i = __VERIFIER_nondet_uint();
  if (i == 1000) reach_error();
  a[i % 4] = 1;
  return a[0];
}
