#include <fenv.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (fesetround(__VERIFIER_nondet_int())) return 0;
  float third = 1.0f / 3.0f;
  if (third + third + third > 1) reach_error();
  return 0;
}
