#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void work(void) {
  int *x = malloc(sizeof *x);
  if (__VERIFIER_nondet_int()) {
    x = 0;
    exit(1);
  }
  free(x);
}
int main(void) {
  work();
  return 0;
}
