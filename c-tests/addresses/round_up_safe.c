/* An address rounded up to a multiple of 16 within a buffer that is large enough. */
#include <stdint.h>
static char buffer[64];
int main(void) {
  uintptr_t at = ((uintptr_t)buffer + 15) & ~(uintptr_t)15;
  char *p = (char *)at;
  for (int i = 0; i < 48; i++) p[i] = 1;
  return buffer[15] == 1 && ((uintptr_t)p & 15) == 0;
}
