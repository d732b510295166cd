#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* Whoever frees y does so sometimes only; behind the block nobody can. */
static int *x;
int main(void) {
  x = malloc(sizeof(int));
  if (__VERIFIER_nondet_bool()) {
    int *y = malloc(8);
    if (__VERIFIER_nondet_bool()) free(y);
  }
  *x = 3;
}
