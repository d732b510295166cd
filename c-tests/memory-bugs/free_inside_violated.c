#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The pointer has moved on before it is freed. */
int main(void) {
  unsigned char *p = calloc(4, 1);
  if (!p) return 1;
  p[0] = __VERIFIER_nondet_uchar();
  while (*p) p++;
  free(p);
  return 0;
}
