/* Only multiples of four are read as numbers; the rest by memcpy. */
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  _Alignas(4) unsigned char message[16] = {0};
  unsigned at = __VERIFIER_nondet_uchar() & 7, length;
  message[at] = __VERIFIER_nondet_uchar();
  unsigned *place = (unsigned *)(message + at);
  if ((at & 3) == 0) {
    length = *place;
  } else {
    memcpy(&length, place, sizeof length);
  }
  return length > 10;
}
