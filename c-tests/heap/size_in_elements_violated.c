#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* So many bytes are asked for as elements are needed. */
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4 + 1;
  short *a = malloc(n);
  if (!a) return 1;
  for (int i = 0; i < n; i++) a[i] = 0;
  free(a);
  return 0;
}
