#include <math.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
/* Of integers it is that of integers. */
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() % 64, b = __VERIFIER_nondet_uchar() % 16;
  if (b == 0) return 0;
  if (fmodf(a, b) != (float)(a % b)) reach_error();
  return 0;
}
