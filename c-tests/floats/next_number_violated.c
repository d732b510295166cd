#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* The next number towards another one may be the same. */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!isfinite(x) || !isfinite(y)) return 0;
  if (nextafterf(x, y) == x) reach_error();
  return 0;
}
