// An object of any size that begins with zeros.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  long *all = calloc(n, sizeof *all);
  if (!all) return 1;
  unsigned k = __VERIFIER_nondet_uint();
  if (k < n) __VERIFIER_assert(all[k] == 0);
  free(all);
  return 0;
}
