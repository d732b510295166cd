/* What realloc gives for size 0 is open: null, as in glibc, or an object without bytes. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  int *q = realloc(p, 0);
  assert(q != 0);
  free(q);
  return 0;
}
