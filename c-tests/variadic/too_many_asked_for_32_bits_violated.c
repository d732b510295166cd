#include <stdarg.h>
extern void reach_error(void);
static int sum(int n, ...) {
  va_list list;
  int all = 0;
  va_start(list, n);
  while (n-- > 0) all += va_arg(list, int);
  va_end(list);
  return all;
}
int main(void) {
  return sum(3, 1, 2);
}
