// Where addresses have 32 bits a va_list is a plain pointer.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
static char text[16];
static int put(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return n;
}
int main(void) {
  if (put("%d %s", 5, "ab") != 4 || strcmp(text, "5 ab") != 0) reach_error();
  if (put("%lld,%c", 123456789012LL, 'x') != 14) reach_error();
  return 0;
}
