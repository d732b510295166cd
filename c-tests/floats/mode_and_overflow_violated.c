#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a >= 0 && b >= 0 && a - a == 0 && b - b == 0)) return 0;
  fesetround(FE_UPWARD);
  float sum = a + b; /* here */
  return sum > 1;
}
