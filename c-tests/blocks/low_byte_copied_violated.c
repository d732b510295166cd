/* An index of which only a part is copied is neither the one nor the other. */
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static unsigned char a[600];
static unsigned short place[4], other[4];

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  a[258] = 7;
  place[k & 3] = 257;
  other[k & 3] = 514;
  memcpy(&place[k & 3], &other[k & 3], 1);
  if (a[place[k & 3]] == 7) reach_error();
  return 0;
}
