#include <stdint.h>
extern short __VERIFIER_nondet_short(void);
/* 16-bit saturating addition in 32 bits never overflows. */
static int16_t saturate(int32_t v) {
  if (v > INT16_MAX) return INT16_MAX;
  if (v < INT16_MIN) return INT16_MIN;
  return (int16_t)v;
}
int main(void) {
  int16_t acc = 0;
  for (;;) {
    int16_t sample = __VERIFIER_nondet_short();
    acc = saturate(acc + sample);
  }
}
