/* A frame goes through three large buffers; no byte of it has its top bit set. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static unsigned char received[4096], frame[4096], sent[4096];

int main(void) {
  unsigned length = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (length > sizeof received || k >= sizeof sent) return 0;
  for (unsigned i = 0; i < length; i++) received[i] = __VERIFIER_nondet_uchar() & 0x7f;
  memset(frame, 0, sizeof frame);
  memcpy(frame, received, length);
  memmove(sent, frame, sizeof sent);
  if (sent[k] > 0x7f) reach_error();
  return 0;
}
