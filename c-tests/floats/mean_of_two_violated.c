#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Not if the sum overflows. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!isfinite(a) || !isfinite(b) || !(a <= b)) return 0;
  float mean = (a + b) / 2;
  if (!(mean >= a && mean <= b)) reach_error();
  return 0;
}
