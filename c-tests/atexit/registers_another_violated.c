#include <stdlib.h>
extern void reach_error(void);
static void next(void) { reach_error(); }
static void registers(void) { atexit(next); }
int main(void) {
  atexit(registers);
  return 0;
}
