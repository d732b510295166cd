// McCarthy's function gives 91 for what is at most 100; the argument is within eleven of that.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int mccarthy(int n) {
  if (n > 100) return n - 10;
  return mccarthy(mccarthy(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 96 || n > 100) return 0;
  assert(mccarthy(n) == 91);
  return 0;
}
