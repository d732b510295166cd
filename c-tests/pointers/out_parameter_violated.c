extern int __VERIFIER_nondet_int(void);
/* A null pointer means that the result is not wanted; forgotten here. */
static int divide(int a, int b, int *quotient, int *remainder) {
  if (b == 0 || (b == -1 && a < 0)) return -1;
  *quotient = a / b;
  *remainder = a % b;
  return 0;
}
int main(void) {
  int q = 0;
  divide(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), &q, 0);
  return 0;
}
