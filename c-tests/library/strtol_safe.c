// Numbers from text: signs, bases, and where they end.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

static void expect(const char *text, int base, long value, int length) {
  char *end;
  if (strtol(text, &end, base) != value || end != text + length || errno != 0) reach_error();
}

int main(void) {
  expect(" -0x1g", 0, -1, 5);
  return 0;
}
