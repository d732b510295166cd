#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char frame[8], payload[4] = {0};
  for (int i = 0; i < 8; i++) frame[i] = __VERIFIER_nondet_uchar();
  unsigned length = frame[0] & 7;
  if (length > sizeof payload) length = sizeof payload;
  memcpy(payload, frame + 1, length);
  for (unsigned i = 0; i < 4; i++)
    if (payload[i] != (i < length ? frame[i + 1] : 0)) reach_error();
  return 0;
}
