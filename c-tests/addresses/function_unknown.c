/* The number of a function's address is open. */
#include <stdint.h>

extern void reach_error(void);

static int one(void) { return 1; }

int main(void) {
  uintptr_t n = (uintptr_t)&one;
  if (n == 123456) reach_error();
  return one();
}
