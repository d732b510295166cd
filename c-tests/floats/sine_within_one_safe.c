#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* A sine is between -1 and 1, or a NaN. */
int main(void) {
  double s = sin(__VERIFIER_nondet_double());
  if (s > 1 || s < -1) reach_error();
  return 0;
}
