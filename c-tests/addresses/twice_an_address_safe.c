/* Arithmetic that C does not define on addresses, and that comes back to one. */
#include <stdint.h>

int main(void) {
  int v = 0;
  uintptr_t n = (uintptr_t)&v * 2 - (uintptr_t)&v;
  return *(int *)n;
}
