#include <stdlib.h>
static int *buffer;
static void forget(void) { buffer = 0; }
int main(void) {
  atexit(forget);
  buffer = malloc(sizeof *buffer);
  return 0;
}
