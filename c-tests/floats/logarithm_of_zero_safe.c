#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* logb of zero is minus infinity; of one it is zero. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  float log = logbf(x);
  if (x == 0 && !(log < 0 && isinf(log))) reach_error();
  if (x >= 1.0f && x < 2.0f && log != 0) reach_error();
  if (isinf(x) && !(log > 0 && isinf(log))) reach_error();
  return 0;
}
