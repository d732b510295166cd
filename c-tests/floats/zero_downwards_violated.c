#include <fenv.h>
#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Downwards a difference of equal numbers is the negative zero (IEEE 754, 6.3). */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1 && x <= 2)) return 0;
  fesetround(FE_DOWNWARD);
  if (signbit(x - x)) reach_error();
  return 0;
}
