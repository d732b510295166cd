// A ring buffer whose size is chosen when it is made: no access is outside.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size == 0) return 0;
  int *ring = malloc((size_t)size * sizeof *ring);
  if (!ring) return 1;
  unsigned in = 0, out = 0, used = 0;
  int last = 0;
  while (__VERIFIER_nondet_int()) {
    if (used < size && __VERIFIER_nondet_int()) {
      ring[in] = __VERIFIER_nondet_int();
      in = in + 1 == size ? 0 : in + 1;
      used++;
    } else if (used > 0) {
      last = ring[out];
      out = out + 1 == size ? 0 : out + 1;
      used--;
    }
  }
  free(ring);
  return last != 0;
}
