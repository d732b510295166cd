extern short __VERIFIER_nondet_short(void);
/* A product of two shorts fits in an int, but for (-32768)*(-32768), which fits too. */
int main(void) {
  short a = __VERIFIER_nondet_short();
  short b = __VERIFIER_nondet_short();
  int product = a * b;
  return product != 0;
}
