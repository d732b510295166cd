#include <assert.h>
/* As in up_wraps_violated, but x is even when the loop ends. */
int main(void) {
  unsigned x = 10;
  while (x >= 10) x += 2;
  assert(x % 2 == 0);
  return 0;
}
