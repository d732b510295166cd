#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Below 1 it is negative. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > 0.0f && x < 1000.0f)) return 0;
  if (ilogbf(x) < 0) reach_error();
  return 0;
}
