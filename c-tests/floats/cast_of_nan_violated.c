extern double __VERIFIER_nondet_double(void);
/* The range is checked, but a NaN is neither below nor above it. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x < -1000.0 || x > 1000.0) return 0;
  int n = (int)x;
  return n > 0;
}
