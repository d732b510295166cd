#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Interval arithmetic: the sum to nearest lies between its bounds. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (a != a || b != b || a - a != 0 || b - b != 0) return 0;
  float near = a + b;
  fesetround(FE_DOWNWARD);
  float low = a + b;
  fesetround(FE_UPWARD);
  float high = a + b;
  if (!(low <= near && near <= high)) reach_error();
  return 0;
}
