// As a number an address leaves an array of any length, and comes back to another element.
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint();
  unsigned y = __VERIFIER_nondet_uint() & 1023;
  if (x <= 2000 || n > 1000000 || x > n || y > n - x) return 0;
  int a[n + 1];
  uintptr_t u = (uintptr_t)a;
  u += (1UL << 61) + 4UL * x;
  while (__VERIFIER_nondet_uint()) {
  }
  u -= (1UL << 61) - 4UL * y;
  *(int *)u = 7;
  while (__VERIFIER_nondet_uint()) {
  }
  assert(*(int *)u != 7);
  return 0;
}
