#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* There is none by zero: it is no number. */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!isfinite(x) || !isfinite(y)) return 0;
  float rest = fmodf(x, y);
  if (rest != rest) reach_error();
  return 0;
}
