// Numbers from -1 to almost 1 in 16 bits: x stands for x / 32768.
#ifndef Q15_H
#define Q15_H

#include <stdint.h>

typedef int16_t q15_t;

#define Q15_MAX ((q15_t)INT16_MAX)
#define Q15_MIN ((q15_t)INT16_MIN)

static inline int32_t clamp32(int32_t x, int32_t low, int32_t high) {
  return x < low ? low : x > high ? high : x;
}

static inline q15_t q15_saturate(int32_t x) { return (q15_t)clamp32(x, Q15_MIN, Q15_MAX); }

static inline q15_t q15_sub(q15_t a, q15_t b) { return q15_saturate(a - b); }

// Rounded to nearest. Saturates in one case only: -1 * -1 is 1, which is no such number.
static inline q15_t q15_mul(q15_t a, q15_t b) {
  return q15_saturate((a * b + (1 << 14)) >> 15);
}

#endif
