#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int state;
static void check(void) {
  if (state == 7) reach_error();
}
static void give_up(int n) {
  state = n;
  exit(1);
}
int main(void) {
  atexit(check);
  int n = __VERIFIER_nondet_int();
  if (n > 5) give_up(n);
  return 0;
}
