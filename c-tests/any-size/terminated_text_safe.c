// A text of any length with its terminator.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char *text = malloc((size_t)n + 1);
  if (!text) return 1;
  for (unsigned i = 0; i < n; i++) text[i] = __VERIFIER_nondet_char();
  text[n] = 0;
  __VERIFIER_assert(text[n] == 0);
  free(text);
  return 0;
}
