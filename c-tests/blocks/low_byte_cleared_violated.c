/* An index of which only a part is overwritten with zeros is neither what it was nor 0. */
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static unsigned char a[300];
static unsigned short place[4], zeros[4];

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  a[256] = 7;
  place[k & 3] = 257;
  memcpy(&place[k & 3], zeros, k % 3);
  if (a[place[k & 3]] == 7) reach_error();
  return 0;
}
