/* Inside, and at their starts, different objects have different addresses; so does what lies
   one past the end of the same object. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int low[4], high[4];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
  assert(&low[i] != &high[j]);
  assert(&low[i] != low + 4);
  char *a = malloc(1 + i), *b = malloc(1 + j);
  if (a && b) assert(a + i != b + j);
  free(a);
  free(b);
  return 0;
}
