#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* The remainder to the nearest multiple is half a turn at most. */
int main(void) {
  float error = __VERIFIER_nondet_float();
  if (!(error >= -2000.0f && error <= 2000.0f)) return 0;
  float phase = remainderf(error, 360.0f);
  if (!(phase >= -180.0f && phase <= 180.0f)) reach_error();
  return 0;
}
