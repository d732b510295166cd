#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int next(va_list *list) { return va_arg(*list, int); }
static int second(int n, ...) {
  va_list list;
  va_start(list, n);
  next(&list);
  int result = next(&list);
  va_end(list);
  return result;
}
int main(void) {
  if (second(0, 1, __VERIFIER_nondet_int()) == 5) reach_error();
  return 0;
}
