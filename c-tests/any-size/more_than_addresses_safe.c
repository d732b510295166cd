// No allocation of more bytes than there are addresses succeeds.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *all = malloc(n);
  if (n > 1ul << 47) __VERIFIER_assert(!all);
  if (all && n > 0) all[n - 1] = 'z';
  free(all);
  return 0;
}
