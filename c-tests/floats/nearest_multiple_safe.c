#include <math.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The lowest bits of the quotient to the nearest multiple. */
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  int quotient;
  float rest = remquof(a, 8.0f, &quotient);
  int nearest = (a + 4) / 8;
  if (a % 8 != 4 && (quotient & 7) != (nearest & 7)) reach_error();
  if (!(rest >= -4.0f && rest <= 4.0f)) reach_error();
  return 0;
}
