#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Upwards 2^31 is reached by numbers below it. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0 && x < 2147483648.0f)) return 0;
  fesetround(FE_UPWARD);
  int n = x + 1; /* here */
  return n;
}
