#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
/* No object is larger than PTRDIFF_MAX. */
int main(void) {
  if (malloc(-4)) reach_error();
  if (malloc((size_t)PTRDIFF_MAX + 1)) reach_error();
  if (calloc(SIZE_MAX / 2 + 1, 2)) reach_error();
  if (calloc(SIZE_MAX, SIZE_MAX)) reach_error();
  int *p = malloc(4);
  if (!p) reach_error();
  p = realloc(p, SIZE_MAX);
  if (p) reach_error();
  return 0;
}
