#include <stdarg.h>
extern void reach_error(void);
static int factorial(int n, ...) {
  va_list list;
  va_start(list, n);
  int one = va_arg(list, int);
  va_end(list);
  return n <= 1 ? one : n * factorial(n - 1, one);
}
int main(void) {
  if (factorial(4, 1) != 24) reach_error();
  return 0;
}
