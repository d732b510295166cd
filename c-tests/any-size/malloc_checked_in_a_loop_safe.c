// All elements are looked at in a second loop, whose bound the first one came to.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int *all = malloc((size_t)n * sizeof *all);
  if (!all) return 1;
  for (int i = 0; i < n; i++) all[i] = 3;
  for (int i = 0; i < n; i++) __VERIFIER_assert(all[i] == 3);
  free(all);
  return 0;
}
