// The loop writes one element behind the last.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *all = malloc((size_t)n * sizeof *all);
  if (!all) return 1;
  for (unsigned i = 0; i <= n; i++)
    all[i] = 0;
  free(all);
  return 0;
}
