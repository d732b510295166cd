#include <stdarg.h>
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
static int get(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsscanf(text, format, arguments);
  va_end(arguments);
  return n;
}
int main(void) {
  int v = -1;
  char w[4];
  if (get("12 abc", "%d %3s", &v, w) != 2 || v != 12 || strcmp(w, "abc")) reach_error();
  if (get("x", "%d", &v) != 0 || v != 12) reach_error();
  return 0;
}
