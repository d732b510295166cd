#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (pow(x, 0) != 1 && !isnan(x)) reach_error();
  if (pow(1, x) != 1 && !isnan(x)) reach_error();
  if (pow(NAN, 0) != 1 || pow(1, NAN) != 1) reach_error();
  if (x > 0 && !(pow(x, 2.5) >= 0)) reach_error();
  return 0;
}
