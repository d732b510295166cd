#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *shared, copy;
static void look(void) { copy = *shared; }
int main(void) {
  int local = 1;
  shared = &local;
  atexit(look);
  if (__VERIFIER_nondet_int()) exit(0);
  return 0;
}
