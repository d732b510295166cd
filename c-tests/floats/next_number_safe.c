#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Nothing lies between a number and the next one. */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(x < y)) return 0;
  float next = nextafterf(x, INFINITY);
  if (!(next > x && next <= y)) reach_error();
  return 0;
}
