#include <stdint.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
/* Thinks that the first byte is the most significant. */
union word { uint16_t whole; uint8_t byte[2]; };
int main(void) {
  union word w;
  w.whole = __VERIFIER_nondet_ushort();
  if (w.byte[0] != w.whole >> 8) reach_error();
  return 0;
}
