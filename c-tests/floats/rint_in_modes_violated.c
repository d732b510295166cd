#include <fenv.h>
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* The half that is added is too much, if rint goes upwards. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0 && x <= 100)) return 0;
  fesetround(FE_UPWARD);
  if (rint(x + 0.5) > x + 1) reach_error();
  return 0;
}
