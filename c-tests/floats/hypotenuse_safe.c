#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  float h = hypotf(x, y);
  if (isinf(x) && !isinf(h) && !isnan(y)) reach_error();
  if (isfinite(x) && isfinite(y) && !(h >= 0)) reach_error();
  if (fabsf(x) >= 1 && h < 0.99f * fabsf(x)) reach_error();
  return 0;
}
