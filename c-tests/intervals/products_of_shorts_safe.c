/* Bounds of factors are enough. */
extern short __VERIFIER_nondet_short(void);
#include <assert.h>
int main(void) {
  short x = __VERIFIER_nondet_short(), y = __VERIFIER_nondet_short();
  if (x < -1000 || x > 1000) return 0;
  int s = x * x + y * y;
  assert(s >= 0);
  return 0;
}
