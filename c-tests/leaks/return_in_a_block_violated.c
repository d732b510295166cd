#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int *kept;
/* When main returns from within the block, y ends, and nothing else points to its object. */
int main(void) {
  kept = malloc(sizeof(int));
  if (__VERIFIER_nondet_bool()) {
    int *y = malloc(8);
    if (__VERIFIER_nondet_bool()) return 3;
    free(y);
  }
  *kept = 3;
}
