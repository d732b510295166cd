// The sixth is eight.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(fibonacci(n) != 8);
  return 0;
}
