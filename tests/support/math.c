/* The models of math.h against the host's library, on numbers from a generator with a fixed seed.
   Prints each disagreement, at most ten, and how many there were. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Models leave open what C leaves open. */
int __VERIFIER_nondet_int(void) { return 0; }

#include "models.h"

static uint64_t state = 88172645463325252;
static long disagreements;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/* Bits of numbers of all kinds, also special ones and such whose exponents are close. */
static uint64_t bits(int fraction, int exponents) {
  uint64_t hidden = (uint64_t)1 << fraction, sign = (uint64_t)1 << (fraction + exponents);
  uint64_t infinity = sign - hidden, any = next() & (2 * sign - 1);
  uint64_t special[] = {0, 1, hidden - 1, hidden, infinity - 1, infinity, infinity + hidden / 2};
  switch (next() % 5) {
    case 0: return special[next() % 7] | (any & sign);
    case 1: return any & ~infinity;
    case 2: return (any & ~infinity) | (infinity / 2 + (next() % 60) * hidden) / hidden * hidden;
    case 3: return any & ~(hidden / 8 - 1);
    default: return any;
  }
}

static double a_double(void) {
  uint64_t of = bits(52, 11);
  double x;
  memcpy(&x, &of, sizeof x);
  return x;
}

static float a_float(void) {
  uint32_t of = (uint32_t)bits(23, 8);
  float x;
  memcpy(&x, &of, sizeof x);
  return x;
}

static int equal(double a, double b) {
  return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void compare(const char *name, double x, double y, int n, double ours, double theirs) {
  if (equal(ours, theirs)) return;
  if (disagreements++ < 10) printf("%s(%a, %a; %d): %a, not %a\n", name, x, y, n, ours, theirs);
}

/* Adding 0 forgets the sign of 0, which glibc's remainder gets wrong if y is tiny. */
#define COMPARE(T, F, any, suffix)                                                               \
  static void F(void) {                                                                          \
    T x = any(), y = any(), our, their;                                                          \
    int n = next() % 3 ? (int)(next() % 4400) - 2200 : (int)next(), p = 0, q = 0;                \
    compare("fmod", x, y, n, model_fmod##suffix(x, y), fmod##suffix(x, y));                      \
    compare("remainder", x, y, n, model_remainder##suffix(x, y) + 0, remainder##suffix(x, y) + 0); \
    compare("remquo", x, y, n, model_remquo##suffix(x, y, &p), remquo##suffix(x, y, &q));        \
    if (isfinite(x) && !isnan(y) && y != 0) compare("quotient", x, y, n, p % 8, q % 8);          \
    compare("modf", x, y, n, model_modf##suffix(x, &our), modf##suffix(x, &their));              \
    compare("whole part of modf", x, y, n, our, their);                                          \
    compare("frexp", x, y, n, model_frexp##suffix(x, &p), frexp##suffix(x, &q));                 \
    if (isfinite(x)) compare("exponent of frexp", x, y, n, p, q);                                \
    compare("ldexp", x, y, n, model_ldexp##suffix(x, n), ldexp##suffix(x, n));                   \
    compare("scalbln", x, y, n, model_scalbln##suffix(x, n), scalbln##suffix(x, n));             \
    compare("nextafter", x, y, n, model_nextafter##suffix(x, y), nextafter##suffix(x, y));       \
    compare("ilogb", x, y, n, model_ilogb##suffix(x), ilogb##suffix(x));                         \
    compare("logb", x, y, n, model_logb##suffix(x), logb##suffix(x));                            \
  }

COMPARE(double, doubles, a_double, )
COMPARE(float, floats, a_float, f)

int main(void) {
  for (int i = 0; i < PAIRS; i++) {
    doubles();
    floats();
  }
  printf("%ld disagreements\n", disagreements);
  return disagreements != 0;
}
