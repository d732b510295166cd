#include <stdlib.h>
/* Where realloc fails, the old object is still there, and lost. */
int main(void) {
  char *p = malloc(4);
  if (!p) return 1;
  p = realloc(p, 8);
  free(p);
  return 0;
}
