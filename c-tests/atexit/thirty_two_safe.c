#include <stdlib.h>
extern void reach_error(void);
static int count;
static void check(void) {
  if (count != 31) reach_error();
}
static void step(void) { count++; }
int main(void) {
  atexit(check);
  for (int i = 0; i < 31; i++) atexit(step);
}
