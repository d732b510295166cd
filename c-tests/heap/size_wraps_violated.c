#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The number of bytes is computed in eight bits. */
int main(void) {
  unsigned char count = __VERIFIER_nondet_uchar();
  if (count == 0 || count > 68) return 0;
  unsigned char size = count * 4;
  if (size > 16) return 0;
  unsigned char *a = malloc(size);
  if (!a) return 1;
  a[(count - 1) * 4] = 1;
  free(a);
  return 0;
}
