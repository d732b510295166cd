// The loop ends one element too early, so the last one is what it was.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int *all = calloc((size_t)n, sizeof *all);
  if (!all) return 1;
  for (int i = 0; i < n - 1; i++) all[i] = 1;
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n)
    __VERIFIER_assert(all[k] == 1);
  free(all);
  return 0;
}
