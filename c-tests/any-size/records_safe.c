// Two fields of each record belong together.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

struct pair {
  unsigned value, copy;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  struct pair *all = malloc((size_t)n * sizeof *all);
  if (!all) return 1;
  for (int i = 0; i < n; i++) {
    all[i].value = (unsigned)__VERIFIER_nondet_int();
    all[i].copy = all[i].value;
  }
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n) __VERIFIER_assert(all[k].value == all[k].copy);
  free(all);
  return 0;
}
