#include <fenv.h>
#include <float.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* FLT_ROUNDS has other numbers. */
int main(void) {
  if (FLT_ROUNDS != 1) reach_error();
  if (fesetround(__VERIFIER_nondet_int())) return 0;
  int mode = FLT_ROUNDS;
  if (mode == 2 && fegetround() != FE_UPWARD) reach_error();
  if (mode == 3 && fegetround() != FE_DOWNWARD) reach_error();
  if (mode < 0 || mode > 3) reach_error();
  if (1.0f / 3.0f > 0x1.555555p-2f && mode != 1 && mode != 2) reach_error();
  return 0;
}
