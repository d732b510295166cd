#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  float y = tanhf(x);
  if (y > 1 || y < -1 || (x > 0 && y < 0)) reach_error();
  if (!isnan(x) && isnan(y)) reach_error();
  return 0;
}
