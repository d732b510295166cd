#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Small numbers lose bits when they are scaled down. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!isfinite(x)) return 0;
  if (ldexpf(ldexpf(x, -20), 20) != x) reach_error();
  return 0;
}
