/* The object is shorter than what is passed. */
#include <stdlib.h>
struct S { long a[5]; };
static long last(struct S s) { s.a[0] = 1; return s.a[0]; }
int main(void) {
  struct S *p = malloc(16);
  if (!p) return 0;
  return last(*p); /* !! */
}
