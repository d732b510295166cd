#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* A failed assertion ends the program, too. */
int main(void) {
  int *a = malloc(sizeof *a);
  assert(__VERIFIER_nondet_int() > 5);
  free(a);
  return 0;
}
