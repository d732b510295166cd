#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  short *a = calloc(5, sizeof *a);
  if (!a) return 1;
  if (a[__VERIFIER_nondet_uchar() % 5] != 0) reach_error();
  free(a);
  return 0;
}
