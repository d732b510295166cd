#include <fenv.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* Whatever the mode is, a third three times is at most one unit away from one. */
int main(void) {
  int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  unsigned index = __VERIFIER_nondet_int();
  if (index > 3) return 0;
  fesetround(modes[index]);
  float third = 1.0f / 3.0f, sum = third + third + third;
  if (!(sum >= 0x1.fffffcp-1f && sum <= 0x1.000002p0f)) reach_error();
  if (index == 0 && sum != 1) reach_error();
  return 0;
}
