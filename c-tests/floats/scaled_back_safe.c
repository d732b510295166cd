#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A number is its significand times a power of two. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  int exponent;
  if (!isfinite(x) || x == 0) return 0;
  float part = frexpf(x, &exponent);
  if (!(fabsf(part) >= 0.5f && fabsf(part) < 1.0f)) reach_error();
  if (ldexpf(part, exponent) != x) reach_error();
  return 0;
}
