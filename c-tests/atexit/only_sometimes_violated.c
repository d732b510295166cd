#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int finished;
static void check(void) {
  if (!finished) reach_error();
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 3) atexit(check);
  if (n != 4) return 0;
  finished = 1;
  exit(0);
}
