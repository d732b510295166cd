/* The number of an address can be shifted. */
#include <stdint.h>

static int object;

int main(void) {
  uintptr_t hash = (uintptr_t)&object >> 4;
  hash ^= hash << 3;
  return hash == 1;
}
