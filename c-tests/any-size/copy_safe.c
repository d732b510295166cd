// Element by element from one array to another, both of any length.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int *from = malloc((size_t)n * sizeof *from);
  int *to = malloc((size_t)n * sizeof *to);
  if (!from || !to) return 1;
  for (int i = 0; i < n; i++) from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) to[i] = from[i];
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n) __VERIFIER_assert(to[k] == from[k]);
  free(from);
  free(to);
  return 0;
}
