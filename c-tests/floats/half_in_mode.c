#include <fenv.h>
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Libraries of compilers round them as they like. */
int main(void) {
  _Float16 half = __VERIFIER_nondet_float();
  fesetround(FE_UPWARD);
  half = half + 1;
  return 0;
}
