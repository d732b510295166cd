#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
/* A difference is no comparison. */
static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int v[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  qsort(v, 2, sizeof *v, compare);
  return v[0] > v[1];
}
