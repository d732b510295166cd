/* Whatever realloc gives for size 0, the old object is freed, and the new one, if any, can be. */
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  int *q = realloc(p, 0);
  free(q);
  return 0;
}
