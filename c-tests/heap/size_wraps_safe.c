#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The number of bytes is computed in a size_t and limited before. */
int main(void) {
  unsigned char count = __VERIFIER_nondet_uchar();
  if (count == 0 || count > 4) return 0;
  size_t size = (size_t)count * 4;
  unsigned char *a = malloc(size);
  if (!a) return 1;
  a[(count - 1) * 4] = 1;
  free(a);
  return 0;
}
