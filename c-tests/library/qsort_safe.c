#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static int compare(const void *a, const void *b) {
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
int main(void) {
  unsigned char v[3];
  for (int i = 0; i < 3; i++) v[i] = __VERIFIER_nondet_uchar();
  qsort(v, 3, 1, compare);
  if (v[0] > v[1] || v[1] > v[2]) reach_error();
  return 0;
}
