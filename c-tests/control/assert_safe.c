#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  a = a < 0 ? 0 : a;
  assert(a >= 0);
  return 0;
}
