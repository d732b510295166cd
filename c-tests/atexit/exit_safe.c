#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int open, closed;
static void close_all(void) {
  if (closed) reach_error();
  closed = open;
  open = 0;
}
int main(void) {
  atexit(close_all);
  for (int i = 0; i < 3; i++) {
    open++;
    if (__VERIFIER_nondet_int()) exit(i);
  }
  return open != 3;
}
