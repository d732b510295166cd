#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* Where exit is called in main the variables of main are still there. */
int main(void) {
  int *x = malloc(sizeof *x);
  if (__VERIFIER_nondet_int()) exit(0);
  if (__VERIFIER_nondet_int()) abort();
  free(x);
  return 0;
}
