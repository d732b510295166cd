#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void never(void) { reach_error(); }
int main(void) {
  atexit(never);
  switch (__VERIFIER_nondet_int()) {
  case 0: abort();
  case 1: _Exit(1);
  default: quick_exit(2);
  }
}
