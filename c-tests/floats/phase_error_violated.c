#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* It may be half a turn in either direction. */
int main(void) {
  float error = __VERIFIER_nondet_float();
  if (!(error >= -2000.0f && error <= 2000.0f)) return 0;
  float phase = remainderf(error, 360.0f);
  if (phase == -180.0f) reach_error();
  return 0;
}
