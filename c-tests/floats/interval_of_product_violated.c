#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Both ends are rounded upwards: the lower one is no bound. */
typedef struct { float low, high; } interval;
static interval times(interval x, float factor) {
  interval product;
  fesetround(FE_UPWARD);
  product.low = x.low * factor;
  product.high = x.high * factor;
  fesetround(FE_TONEAREST);
  return product;
}
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1 && x < 2)) return 0;
  interval product = times((interval){x, x}, 0.1f);
  if (!((double)product.low <= (double)x * (double)0.1f)) reach_error();
  return 0;
}
