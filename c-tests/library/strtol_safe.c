// Numbers from text: signs, bases, and where they end.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

static void expect(const char *text, int base, long value, int length) {
  char *end;
  if (strtol(text, &end, base) != value || end != text + length || errno != 0) reach_error();
}

int main(void) {
  expect(" -4x", 10, -4, 3);
  expect("0x1fg", 0, 31, 4);
  expect("0xg", 16, 0, 1);
  expect("+", 10, 0, 0);
  return 0;
}
