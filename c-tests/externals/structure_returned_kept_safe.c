/* The function that returns a structure does not know where the caller keeps it. */
#include <assert.h>
struct P { int x[8]; };
struct Q { struct P p; int z[4]; };
extern struct P make(void);
extern void tick(void);
int main(void) {
  struct P p = make();
  p.x[0] = 3;
  tick();
  assert(p.x[0] == 3);
  struct Q q = {.p = make()};
  assert(q.z[3] == 0);
  return 0;
}
