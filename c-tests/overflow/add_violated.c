extern int __VERIFIER_nondet_int(void);
/* The sum of two arbitrary numbers can exceed INT_MAX. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < 0 || b < 0) return 0;
  int sum = a + b;
  return sum > 0;
}
