/* Literals may share their memory (C17 6.4.5p7). */
#include <assert.h>

int main(void) {
  const char *end = "abc", *whole = "xabc";
  assert(end != whole + 1);
  return 0;
}
