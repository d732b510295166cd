#include <assert.h>
/* The loop ends when x wraps around to 0, after 2^31 - 5 rounds. */
int main(void) {
  unsigned x = 10;
  while (x >= 10) x += 2;
  assert(x % 2);
  return 0;
}
