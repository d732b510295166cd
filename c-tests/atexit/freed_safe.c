#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *buffer;
static void release(void) { free(buffer); }
int main(void) {
  atexit(release);
  buffer = malloc(sizeof *buffer);
  *buffer = 1;
  if (__VERIFIER_nondet_int()) exit(1);
  return 0;
}
