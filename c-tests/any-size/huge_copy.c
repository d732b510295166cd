// A copy of gigabytes in a run that may fail: it is not replayed with all of its bytes.
#include <stdlib.h>
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong();
  if (n < 1ul << 37) return 0;
  char *from = calloc(n, 1), *to = malloc(n);
  if (!from || !to) return 0;
  memcpy(to, from, n);
  if (k < n) __VERIFIER_assert(to[k] != 0);
  return 0;
}
