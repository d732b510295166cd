// Each element is copied from its neighbour; the last one has none.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int *from = malloc((size_t)n * sizeof *from);
  int *to = malloc((size_t)n * sizeof *to);
  if (!from || !to) return 1;
  for (int i = 0; i < n; i++) from[i] = i;
  for (int i = 0; i < n; i++)
    to[i] = from[i + 1];
  free(from);
  free(to);
  return 0;
}
