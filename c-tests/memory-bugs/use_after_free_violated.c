#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = 1;
  if (__VERIFIER_nondet_bool()) free(p);
  return *p;
}
