#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = __VERIFIER_nondet_int();
  int x = *p;
  free(p);
  return x;
}
