#include <fenv.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* Of an integer that `float` does not have, the number below and the one above. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  fesetround(FE_DOWNWARD);
  float low = n;
  fesetround(FE_UPWARD);
  float high = n;
  fesetround(FE_TOWARDZERO);
  float inner = n;
  if (!((double)low <= n && n <= (double)high)) reach_error();
  if (inner != (n < 0 ? high : low)) reach_error();
  return 0;
}
