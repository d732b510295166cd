#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Toward zero no sum of finite numbers is infinite. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a - a == 0 && b - b == 0)) return 0;
  fesetround(FE_TOWARDZERO);
  float sum = a + b;
  return sum > 1;
}
