// Any number of characters that a size_t can say.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assert(int);

int main(void) {
  size_t n = __VERIFIER_nondet_ulong();
  char *text = malloc(n);
  if (!text) return 1;
  for (size_t i = 0; i < n; i++) text[i] = 'a';
  size_t k = __VERIFIER_nondet_ulong();
  if (k < n) __VERIFIER_assert(text[k] == 'a');
  free(text);
  return 0;
}
