#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* The first buffer is forgotten when the second one is asked for. */
int main(void) {
  char *p = malloc(4);
  if (!p) return 1;
  if (__VERIFIER_nondet_bool()) p = malloc(8);
  free(p);
  return 0;
}
