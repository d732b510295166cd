// One of the texts is too long for the buffer.
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

static char last[16];

static void note(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsprintf(last, format, arguments);
  va_end(arguments);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 100)
    note("%d is fine", x);
  else
    note("%d is not fine", x);
  return 0;
}
