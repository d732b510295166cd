/* An address with a mark in its high bits, which are taken off before it is used. */
#include <stdint.h>

int main(void) {
  int a = 5;
  uint64_t box = (uint64_t)(uintptr_t)&a | (uint64_t)0xfffc << 48;
  int *p = (int *)(uintptr_t)(box & 0xffffffffffffu);
  return *p;
}
