/* What a pointer in the copy leads to is no copy. */
#include <assert.h>
struct P { int *where; int x[8]; };
extern void put(struct P);
int main(void) {
  int n = 1;
  struct P p = {&n, {1}};
  put(p);
  assert(n == 1); /* !! */
  return 0;
}
