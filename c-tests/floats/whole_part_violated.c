#include <math.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* The whole part of a negative number is not below it. */
int main(void) {
  float x = __VERIFIER_nondet_float(), whole;
  if (!(x > -1000.0f && x < 1000.0f)) return 0;
  modff(x, &whole);
  if (!(whole <= x)) reach_error();
  return 0;
}
