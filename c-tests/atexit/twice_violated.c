#include <stdlib.h>
extern void reach_error(void);
static int count;
static void step(void) {
  if (++count == 2) reach_error();
}
int main(void) {
  atexit(step);
  atexit(step);
  exit(0);
}
