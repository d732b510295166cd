// A block of any length is filled at once.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned char *all = malloc(n);
  if (!all) return 1;
  memset(all, 0xa5, n);
  unsigned k = __VERIFIER_nondet_uint();
  if (k < n) __VERIFIER_assert(all[k] == 0xa5);
  free(all);
  return 0;
}
