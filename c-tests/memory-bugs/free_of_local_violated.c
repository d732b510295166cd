#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* A small buffer on the stack, a large one on the heap, and both are freed. */
int main(void) {
  char small[4], *buffer = small;
  unsigned n = __VERIFIER_nondet_uchar() % 9;
  if (n > 4) buffer = malloc(n);
  if (!buffer) return 1;
  if (n) buffer[n - 1] = 0;
  free(buffer);
  return 0;
}
