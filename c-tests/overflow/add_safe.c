extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < 0 || b < 0 || a > 1000000000 || b > 1000000000) return 0;
  int sum = a + b;
  return sum > 0;
}
