/* What was read before a part of a block is filled is not what is there after it. */
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  unsigned k = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (size < 100 || k >= size || m >= size - 5) return 0;
  unsigned char *a = calloc(size, 1);
  if (!a) return 0;
  unsigned char before = a[k];
  memset(a + m, 7, 5);
  if (a[k] != before) reach_error();
  free(a);
  return 0;
}
