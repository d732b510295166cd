#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Of an exact sum both bounds are equal. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (a - a != 0 || b - b != 0) return 0;
  fesetround(FE_DOWNWARD);
  float low = a + b;
  fesetround(FE_UPWARD);
  float high = a + b;
  if (!(low < high)) reach_error();
  return 0;
}
