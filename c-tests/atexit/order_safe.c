#include <stdlib.h>
extern void reach_error(void);
static int last;
static void first(void) {
  if (last != 2) reach_error();
}
static void second(void) {
  if (last != 3) reach_error();
  last = 2;
}
static void third(void) {
  if (last != 0) reach_error();
  last = 3;
}
int main(void) {
  atexit(first);
  atexit(second);
  if (atexit(third) != 0) reach_error();
  return 0;
}
