extern void reach_error(void);
extern double sqrt(double);
extern double __VERIFIER_nondet_double(void);
/* It is a NaN. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x < 1.0)) return 0;
  double r = sqrt(x);
  if (r != r) reach_error();
  return 0;
}
