#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Three copies of a record; one may be damaged, the vote restores it. */
struct record { unsigned char speed, limit; };
int main(void) {
  struct record good = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()}, copy[3], voted;
  for (int i = 0; i < 3; i++) copy[i] = good;
  unsigned char *damaged = (unsigned char *)&copy[__VERIFIER_nondet_uchar() % 3];
  damaged[__VERIFIER_nondet_uchar() & 1] = __VERIFIER_nondet_uchar();
  const unsigned char *a = (unsigned char *)&copy[0], *b = (unsigned char *)&copy[1];
  const unsigned char *c = (unsigned char *)&copy[2];
  unsigned char *out = (unsigned char *)&voted;
  for (unsigned i = 0; i < sizeof voted; i++) out[i] = (a[i] & b[i]) | (a[i] & c[i]) | (b[i] & c[i]);
  if (memcmp(&voted, &good, sizeof good) != 0) reach_error();
  return 0;
}
