// The end of the ring is found by the size plus one.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size == 0 || size > 1000000) return 0;
  int *ring = malloc((size_t)size * sizeof *ring);
  if (!ring) return 1;
  unsigned in = 0;
  while (__VERIFIER_nondet_int()) {
    ring[in] = __VERIFIER_nondet_int();
    in = in == size ? 0 : in + 1;
  }
  free(ring);
  return 0;
}
