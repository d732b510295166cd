#include <stdlib.h>
extern void reach_error(void);
static int count;
static void step(void) {
  if (count++ > 40) reach_error();
}
int main(void) {
  for (int i = 0; i < 33; i++) atexit(step);
}
