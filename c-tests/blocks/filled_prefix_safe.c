/* A prefix of variable length is filled with one byte, the rest with another. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char a[48];
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > sizeof a || k >= sizeof a) return 0;
  memset(a, 7, n);
  memset(a + n, 9, sizeof a - n);
  if (a[k] != (k < n ? 7 : 9)) reach_error();
  return 0;
}
