// Beyond 101 McCarthy's function gives more than 91.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int mccarthy(int n) {
  if (n > 100) return n - 10;
  return mccarthy(mccarthy(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int result = mccarthy(n);
  assert(result == 91 || n > 102);
  return 0;
}
