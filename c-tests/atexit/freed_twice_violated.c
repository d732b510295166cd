#include <stdlib.h>
static int *buffer;
static void release(void) { free(buffer); }
int main(void) {
  atexit(release);
  buffer = malloc(sizeof *buffer);
  free(buffer);
  return 0;
}
