#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* A freed pointer becomes null, which may be freed again. */
int main(void) {
  char *p = malloc(4);
  if (!p) return 1;
  int error = __VERIFIER_nondet_bool();
  if (error) {
    free(p);
    p = 0;
  }
  free(p);
  return error;
}
