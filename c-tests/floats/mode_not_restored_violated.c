#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* One way out forgets to. */
static float down(float a, float b) {
  int before = fegetround();
  fesetround(FE_DOWNWARD);
  float sum = a + b;
  if (sum < 0) return -1;
  fesetround(before);
  return sum;
}
int main(void) {
  down(__VERIFIER_nondet_float(), 1);
  if (fegetround() != FE_TONEAREST) reach_error();
  return 0;
}
