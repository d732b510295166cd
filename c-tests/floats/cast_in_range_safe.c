extern double __VERIFIER_nondet_double(void);
/* What counts is the number without its fraction: these are all that fit. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  int n = 0;
  unsigned u = 0;
  if (x > -2147483649.0 && x < 2147483648.0) n = (int)x;
  if (x > -1.0 && x < 4294967296.0) u = (unsigned)x;
  return n > 0 && u > 0;
}
