#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *buffer;
static void release(void) { free(buffer); }
int main(void) {
  buffer = malloc(sizeof *buffer);
  if (__VERIFIER_nondet_int()) _Exit(1);
  atexit(release);
  return 0;
}
