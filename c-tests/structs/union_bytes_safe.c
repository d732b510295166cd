#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* The bytes of a number, least significant first on this machine. */
union word { uint32_t whole; uint16_t half[2]; uint8_t byte[4]; };
int main(void) {
  union word w;
  w.whole = __VERIFIER_nondet_uint();
  uint32_t before = w.whole;
  if (w.byte[0] != (before & 0xff) || w.half[1] != before >> 16) reach_error();
  w.byte[3] = 0;
  if (w.whole != (before & 0xffffff)) reach_error();
  return 0;
}
