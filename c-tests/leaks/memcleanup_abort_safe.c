#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int *a = malloc(sizeof *a);
  /* An assumption that does not hold is no end of the program. */
  __VERIFIER_assume(__VERIFIER_nondet_int() > 5);
  free(a);
  if (__VERIFIER_nondet_int() > 5) abort();
  return 0;
}
