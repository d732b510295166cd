#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A header without padding is read from bytes as they come. */
struct __attribute__((packed)) header { uint8_t kind; uint32_t length; uint16_t port; };
int main(void) {
  unsigned char wire[7];
  struct header h;
  for (int i = 0; i < 7; i++) wire[i] = __VERIFIER_nondet_uchar();
  memcpy(&h, wire, sizeof h);
  if (h.kind != wire[0] || (h.length & 0xff) != wire[1] || h.length >> 24 != wire[4])
    reach_error();
  if (h.port != (wire[5] | wire[6] << 8)) reach_error();
  return 0;
}
