#include <fenv.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1 << 25) return 0;
  fesetround(FE_DOWNWARD);
  float low = n;
  fesetround(FE_UPWARD);
  if (low != (float)n) reach_error();
  return 0;
}
