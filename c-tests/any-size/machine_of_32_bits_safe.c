// A million elements on a machine whose addresses have 32 bits.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 1000000) return 0;
  int *all = malloc((size_t)n * sizeof *all);
  if (!all) return 1;
  for (int i = 0; i < n; i++) all[i] = -1;
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n) __VERIFIER_assert(all[k] < 0);
  free(all);
  return 0;
}
