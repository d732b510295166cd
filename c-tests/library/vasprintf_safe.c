#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
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
  char *a = text_of("%s=%d", "x", x), *b = text_of("none");
  if (a && strlen(a) != (x < 10 ? 3u : 4u)) reach_error();
  if (b && strcmp(b, "none") != 0) reach_error();
  free(a);
  free(b);
  return 0;
}
