/* A function gets a copy of what is passed by value, whatever it is called by. */
#include <assert.h>
struct P { int x[8]; };
extern void put(struct P);
static void (*const other)(struct P) = put;
int main(void) {
  struct P p = {{1}};
  for (int i = 0; i < 3; i++) put(p);
  other(p);
  assert(p.x[0] == 1);
  return 0;
}
