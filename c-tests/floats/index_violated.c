extern int __VERIFIER_nondet_int(void);
/* An index that is computed with floating-point numbers. */
int main(void) {
  int a[4] = {0};
  int i = (int)(__VERIFIER_nondet_int() * 0.5);
  return a[i];
}
