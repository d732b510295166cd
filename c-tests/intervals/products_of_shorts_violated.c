extern short __VERIFIER_nondet_short(void);
#include <assert.h>
int main(void) {
  short x = __VERIFIER_nondet_short(), y = __VERIFIER_nondet_short();
  int s = x * x + y * y; /* !! */
  return s;
}
