// The index is right in all small arrays.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *all = malloc((size_t)n * sizeof *all);
  if (!all) return 1;
  unsigned last = n > 5000 ? n : n - 1;
  if (n > 0)
    all[last] = 1;
  free(all);
  return 0;
}
