// Hidden in a function of the library.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  return div(100, n & 7).rem;
}
