#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* Freed on the error path and once more at the end. */
int main(void) {
  char *p = malloc(4);
  if (!p) return 1;
  int error = __VERIFIER_nondet_bool();
  if (error) free(p);
  free(p);
  return error;
}
