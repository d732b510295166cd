#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* A smaller object is seen as a larger one. */
struct base { unsigned char kind; };
struct derived { struct base base; unsigned char extra; };
int main(void) {
  unsigned char kind = __VERIFIER_nondet_uchar();
  struct base *b = malloc(kind == 2 ? sizeof(struct derived) : sizeof(struct base));
  if (!b) return 1;
  b->kind = kind;
  if (b->kind >= 2) ((struct derived *)b)->extra = 1;
  free(b);
  return 0;
}
