#include <assert.h>
static volatile int state;
/* What the handler believes the program breaks for a moment. */
void check(void) { assert(state != 2); }
int main(void) {
  state = 1;
  state = 2;
  state = 3;
  return 0;
}
