#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* Moves all that lies behind, also what does not. */
int main(void) {
  unsigned char a[6] = {0};
  unsigned at = __VERIFIER_nondet_uchar() % 6;
  memmove(a + at + 1, a + at, 6 - at);
  return a[0];
}
