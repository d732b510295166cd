#include <assert.h>

static int x;

static void set(void) { x = 1; }

int main(void) {
__CPROVER_ASYNC_1:
  set();
  assert(x == 1);
  return 0;
}
