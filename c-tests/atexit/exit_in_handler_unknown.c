#include <stdlib.h>
extern void reach_error(void);
static void first(void) { reach_error(); }
static void second(void) { exit(1); }
int main(void) {
  atexit(first);
  atexit(second);
}
