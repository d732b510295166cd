#include <stdlib.h>
#include <string.h>
static char *copy;
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = 3;
  int *q = realloc(p, 2 * sizeof *p);
  if (q) p = q;
  copy = strdup("abc");
  if (copy && copy[1] != 'b') *p = 4;
  int result = *p;
  free(copy);
  free(p);
  return result;
}
