// An address leaves all of the object as a number, and comes back to an element of it.
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

int a[64];

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 63 || x < 20) return 0;
  uintptr_t u = (uintptr_t)a;
  u += (1UL << 62) + 4UL * x;
  // Both sums are not one.
  while (__VERIFIER_nondet_uint()) {
  }
  u -= 1UL << 62;
  *(int *)u = 7;
  assert(*(int *)u != 7);
  return 0;
}
