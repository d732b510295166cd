/* Which of two variables lies first is open, but it is one of them, and it stays that one. */
#include <stdint.h>

extern void reach_error(void);

int main(void) {
  int v = 1, w = 2, u = 3;
  uintptr_t x = (uintptr_t)&v, y = (uintptr_t)&w, z = (uintptr_t)&u;
  if ((x < y) == (y < x)) reach_error();
  if (x < y && y < z && !(x < z)) reach_error();
  if ((z - y) + (y - x) != z - x) reach_error();
  if (x < y && y - x < sizeof v) reach_error();
  return v + w + u;
}
