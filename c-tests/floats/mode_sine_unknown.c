#include <fenv.h>
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* The ranges of functions of math.h are those of results that are rounded to nearest. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  fesetround(FE_UPWARD);
  if (sin(x) > 1.0) reach_error();
  return 0;
}
