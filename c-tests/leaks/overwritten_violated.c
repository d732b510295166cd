#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* The buffer is replaced by a larger one, and forgotten. */
static char *buffer;
static void grow(unsigned size) {
  buffer = malloc(size);
}
int main(void) {
  grow(4);
  if (__VERIFIER_nondet_bool()) grow(8);
  free(buffer);
  return 0;
}
