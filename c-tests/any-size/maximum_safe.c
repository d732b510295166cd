// The largest of any number of inputs.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int *all = malloc((size_t)n * sizeof *all);
  if (!all) return 1;
  for (int i = 0; i < n; i++) all[i] = __VERIFIER_nondet_int();
  int most = all[0];
  for (int i = 1; i < n; i++) {
    if (all[i] > most) most = all[i];
  }
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n) __VERIFIER_assert(all[k] <= most);
  free(all);
  return 0;
}
