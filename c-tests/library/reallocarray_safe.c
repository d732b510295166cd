// glibc: like realloc, with a product that must be a size.
#define _DEFAULT_SOURCE
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int *some = reallocarray(NULL, 4, sizeof *some);
  if (!some) return 1;
  some[3] = 7;
  int *more = reallocarray(some, 8, sizeof *more);
  if (more && more[3] != 7) reach_error();
  void *huge = reallocarray(NULL, (size_t)-1 / 2, 4);
  if (huge) reach_error();
  free(more);
  return 0;
}
