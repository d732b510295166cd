#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A number is the sum of its whole part and the rest, which has its sign. */
int main(void) {
  float x = __VERIFIER_nondet_float(), whole;
  if (!isfinite(x)) return 0;
  float rest = modff(x, &whole);
  if (!(fabsf(rest) < 1.0f)) reach_error();
  if (whole + rest != x) reach_error();
  if (signbit(rest) != signbit(x)) reach_error();
  return 0;
}
