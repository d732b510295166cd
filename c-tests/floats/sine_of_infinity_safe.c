#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  double s = sin(x);
  if (isinf(x) && !isnan(s)) reach_error();
  if (x == 0 && (s != 0 || signbit(s) != signbit(x))) reach_error();
  return 0;
}
