#include <stdlib.h>
extern void reach_error(void);
static int last;
static void first(void) { last = 1; }
static void second(void) {
  if (last != 1) reach_error();
}
int main(void) {
  atexit(first);
  atexit(second);
  return 0;
}
