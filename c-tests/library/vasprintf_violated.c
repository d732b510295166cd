#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *text_of(const char *format, ...) {
  char *text;
  va_list arguments;
  va_start(arguments, format);
  int n = vasprintf(&text, format, arguments);
  va_end(arguments);
  return n < 0 ? NULL : text;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 99) return 0;
  char *a = text_of("%s=%d", "x", x);
  if (a) a[4] = 0; // one behind the end of "x=1"
  free(a);
  return 0;
}
