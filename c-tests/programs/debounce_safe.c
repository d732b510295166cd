#include <stdint.h>
extern uint8_t __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A debounced button: the output changes only after four equal samples. */
int main(void) {
  uint8_t history = 0, out = 0, same = 0, last = 0;
  for (;;) {
    uint8_t sample = __VERIFIER_nondet_uchar() & 1u;
    same = sample == last ? (uint8_t)(same < 4 ? same + 1 : 4) : 1;
    last = sample;
    history = (uint8_t)(history << 1 | sample);
    uint8_t before = out;
    if ((history & 0x0fu) == 0x0fu) out = 1;
    if ((history & 0x0fu) == 0) out = 0;
    if (out != before && same < 4) reach_error();
  }
}
