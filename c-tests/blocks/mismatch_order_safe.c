/* memcmp tells the order of the first bytes that differ, as unsigned numbers. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char a[9], b[9];
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > sizeof a || k >= n) return 0;
  int order = memcmp(a, b, n);
  if (order == 0 && a[k] != b[k]) reach_error();
  if (a[0] < b[0] && order >= 0) reach_error();
  return 0;
}
