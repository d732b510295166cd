#include <stdlib.h>
struct S { long a[5]; };
static long first(struct S s) { return s.a[0]; }
int main(void) {
  struct S *p = calloc(1, sizeof *p);
  if (!p) return 0;
  free(p);
  return first(*p); /* !! */
}
