extern double __VERIFIER_nondet_double(void);
double ldexp(double, int);
/* A function of the library overflows where it is called. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= -1.0 && x <= 1.0)) return 0;
  double large = ldexp(x, 1023);
  return ldexp(large, 1) > 7;
}
