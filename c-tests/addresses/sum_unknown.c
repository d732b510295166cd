/* What the sum of two addresses is is open. */
#include <stdint.h>

extern void reach_error(void);

static char one, other;

int main(void) {
  uintptr_t sum = (uintptr_t)&one + (uintptr_t)&other;
  if (sum == 123456) reach_error();
  return one + other;
}
