// Formats go through two functions that log, into a buffer that is large enough.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static char last[40];

static void vlog_to_buffer(const char *level, const char *format, va_list arguments) {
  int n = snprintf(last, sizeof last, "[%s] ", level);
  vsnprintf(last + n, sizeof last - n, format, arguments);
  fputs(last, stderr);
}

static void warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vlog_to_buffer("warning", format, arguments);
  va_end(arguments);
}

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vlog_to_buffer("error", format, arguments);
  va_end(arguments);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 99) {
    fail("%d is out of range\n", x);
    return 1;
  }
  warn("value %d of %s\n", x, "99");
  if (strncmp(last, "[warning] value ", 16) != 0) reach_error();
  if (x < 10 && strcmp(last + 17, " of 99\n") != 0) reach_error();
  return 0;
}
