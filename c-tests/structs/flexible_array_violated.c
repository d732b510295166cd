#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The length byte itself was forgotten in the size. */
struct packet { unsigned char length; unsigned char data[]; };
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() % 6 + 1;
  struct packet *p = malloc(n);
  if (!p) return 1;
  p->length = n;
  for (int i = 0; i < p->length; i++)
    p->data[i] = __VERIFIER_nondet_uchar();
  free(p);
  return 0;
}
