#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A tiny negative angle becomes a whole turn: the sum is rounded. */
int main(void) {
  float angle = __VERIFIER_nondet_float();
  if (!(angle >= -1000.0f && angle <= 1000.0f)) return 0;
  float wrapped = fmodf(angle, 360.0f);
  if (wrapped < 0) wrapped += 360.0f;
  if (!(wrapped < 360.0f)) reach_error();
  return 0;
}
