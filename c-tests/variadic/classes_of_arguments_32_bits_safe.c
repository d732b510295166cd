#include <stdarg.h>
extern void reach_error(void);
struct large { int all[5]; };
struct small { long a; int b; };
struct mixed { double number; int after; };
/* Every class of arguments; the second list starts in the middle. */
static int same(int first, ...) {
  va_list list, second;
  va_start(list, first);
  int a = va_arg(list, int);
  long b = va_arg(list, long);
  const char *c = va_arg(list, const char *);
  va_copy(second, list);
  (void)va_arg(list, double);
  struct large d = va_arg(list, struct large);
  struct small e = va_arg(list, struct small);
  struct mixed f = va_arg(list, struct mixed);
  (void)va_arg(list, long double);
  unsigned char g = va_arg(list, int);
  va_end(list);
  (void)va_arg(second, double);
  struct large h = va_arg(second, struct large);
  va_end(second);
  return a == 1 && b == -2 && c[1] == 'b' && d.all[4] == 5 && e.a == 7 && e.b == 8 &&
         f.after == 9 && g == 200 && h.all[3] == 4;
}
int main(void) {
  struct large d = {{1, 2, 3, 4, 5}};
  struct small e = {7, 8};
  struct mixed f = {1.5, 9};
  if (!same(0, 1, -2L, "abc", 2.5, d, e, f, 1.0L, (unsigned char)200)) reach_error();
  return 0;
}
