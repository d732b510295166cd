#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* When main returns from within the block, y still points to its object, and x does. */
int main(void) {
  int *x = malloc(sizeof(int));
  if (__VERIFIER_nondet_bool()) {
    int *y = malloc(8);
    if (__VERIFIER_nondet_bool()) return 3;
    free(y);
  }
  *x = 3;
}
