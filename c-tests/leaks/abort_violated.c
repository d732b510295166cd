#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* Lost is lost, even if the program is then aborted. */
int main(void) {
  int *a = malloc(sizeof *a);
  if (__VERIFIER_nondet_int() > 5) {
    a = 0;
    abort();
  }
  free(a);
  return 0;
}
