extern void reach_error(void);
extern double fmin(double, double);
extern double __VERIFIER_nondet_double(void);
/* A NaN is ignored, or the result. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = fmin(x, 1.0);
  if (y > 1.0) reach_error();
  return 0;
}
