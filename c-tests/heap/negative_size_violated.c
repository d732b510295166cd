#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 8) return 0;
  char *p = malloc(n);
  p[0] = 1;
  return 0;
}
