// What raise does is known, and not modelled.
#include <signal.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k > 3) raise(SIGKILL);
  if (k > 3) reach_error();
  return 0;
}
