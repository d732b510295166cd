// What is filled in a loop is copied as a block.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned *from = malloc((size_t)n * sizeof *from);
  unsigned *to = malloc((size_t)n * sizeof *to);
  if (!from || !to) return 1;
  for (unsigned i = 0; i < n; i++) from[i] = i;
  memcpy(to, from, (size_t)n * sizeof *to);
  unsigned k = __VERIFIER_nondet_uint();
  if (k < n) __VERIFIER_assert(to[k] == k);
  free(from);
  free(to);
  return 0;
}
