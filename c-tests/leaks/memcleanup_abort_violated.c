#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(sizeof *a);
  if (__VERIFIER_nondet_int() > 5) abort();
  free(a);
  return 0;
}
