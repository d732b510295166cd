#include <assert.h>

extern double __VERIFIER_nondet_double(void);
int __CPROVER_isnand(double x);

int main(void) {
  double d = __VERIFIER_nondet_double();
  assert(!__CPROVER_isnand(d) || d != d);
  assert(__CPROVER_isfinited(d) + __CPROVER_isinfd(d) + __CPROVER_isnand(d) == 1);
  assert(!__CPROVER_isfinited(d));
  return 0;
}
