// Two ways to the same number.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 7, before = 0, now = 1;
  for (unsigned i = 0; i < n; i++) {
    unsigned next = before + now;
    before = now;
    now = next;
  }
  assert(fibonacci(n) == before);
  return 0;
}
