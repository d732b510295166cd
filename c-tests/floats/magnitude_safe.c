#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A number lies between two powers of two. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1.0f && x < 1000.0f)) return 0;
  int log = ilogbf(x);
  if (log < 0 || log > 9) reach_error();
  if (!((float)(1 << log) <= x && x < (float)(2 << log))) reach_error();
  return 0;
}
