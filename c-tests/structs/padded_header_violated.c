#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
/* Without the attribute the header is larger than what was received. */
struct header { uint8_t kind; uint32_t length; uint16_t port; };
int main(void) {
  unsigned char wire[7];
  struct header h;
  for (int i = 0; i < 7; i++) wire[i] = __VERIFIER_nondet_uchar();
  memcpy(&h, wire, sizeof h);
  return h.kind;
}
