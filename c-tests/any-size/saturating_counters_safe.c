// As many counters as the caller wants, none above its limit.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned char *seen = calloc(n, 1);
  if (!seen) return 1;
  while (__VERIFIER_nondet_int()) {
    unsigned which = __VERIFIER_nondet_uint();
    if (which < n && seen[which] < 200) seen[which]++;
  }
  unsigned k = __VERIFIER_nondet_uint();
  if (k < n) __VERIFIER_assert(seen[k] <= 200);
  free(seen);
  return 0;
}
