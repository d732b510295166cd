/* An address in two halves that are put together again is the address. */
#include <stdint.h>

int main(void) {
  int a = 7, b = 8;
  int *p = &a;
  uint32_t low = (uint32_t)(uintptr_t)p, high = (uint32_t)((uintptr_t)p >> 32);
  int *q = (int *)((uintptr_t)high << 32 | low);
  *q = 9;
  if (a != 9 || b != 8) *(int *)0 = 1;
  uintptr_t key = 0x5555;
  uintptr_t hidden = (uintptr_t)p ^ key;
  return *(int *)(hidden ^ key);
}
