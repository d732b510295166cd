extern double __VERIFIER_nondet_double(void);
/* As a double it is, and fractions are cut off. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= -2147483648.0 && x <= 2147483647.0)) return 0;
  return (int)x > 0 && (int)(x + 0.5) > 1;
}
