#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* A logistic function is between 0 and 1. */
static double logistic(double x) { return 1 / (1 + exp(-x)); }
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (isnan(x)) return 0;
  double y = logistic(x);
  if (!(y >= 0 && y <= 1)) reach_error();
  return 0;
}
