// A(2, n) is 2n + 3; the depth is what the numbers say.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1) return 0;
  assert(ackermann(2, 2) == 7);
  assert(ackermann(1, n) == n + 2);
  return 0;
}
