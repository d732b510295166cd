#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The length field of the frame is believed. */
int main(void) {
  unsigned char frame[8], payload[4];
  for (int i = 0; i < 8; i++) frame[i] = __VERIFIER_nondet_uchar();
  unsigned length = frame[0] & 7;
  memcpy(payload, frame + 1, length);
  return 0;
}
