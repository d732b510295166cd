// An unsigned length may be more than half of what its type holds.
#include <assert.h>

void end(char *text, unsigned length) {
  if (length == 0) return;
  text[length - 1] = 0;
  assert(length < 0x80000000u);
}
