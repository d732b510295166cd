/* Functions of math.h on numbers of one format: NUMBER with BITS of which FRACTION are the
   fraction; NAME and BUILTIN make the names of functions. A number is
   m * 2^(e - BIAS - FRACTION) with its significand m and its exponent e; e is 1 of numbers that
   are subnormal, whose m has no bit FRACTION. */
#define WIDTH (8 * sizeof(BITS))
#define SIGN ((BITS)1 << (WIDTH - 1))
#define HIDDEN ((BITS)1 << FRACTION)
#define INFINITY_BITS (SIGN - HIDDEN)
#define BIAS ((int)(INFINITY_BITS >> FRACTION) / 2)
#define LARGEST ((int)(INFINITY_BITS >> FRACTION) - 1)

static BITS NAME(bits_of)(NUMBER x) {
  union { NUMBER number; BITS bits; } both = {.number = x};
  return both.bits;
}

static NUMBER NAME(of_bits)(BITS bits) {
  union { BITS bits; NUMBER number; } both = {.bits = bits};
  return both.number;
}

static int NAME(exponent)(BITS a) {
  return a < HIDDEN ? 1 : (int)(a >> FRACTION);
}

static BITS NAME(significand)(BITS a) {
  return a < HIDDEN ? a : (a & (HIDDEN - 1)) | HIDDEN;
}

/* How far a significand other than 0 can be shifted. */
static int NAME(shift)(BITS m) {
  int zeros = sizeof m == 8 ? __builtin_clzll(m) : __builtin_clz((unsigned)m);
  return zeros - (int)(WIDTH - 1 - FRACTION);
}

/* The bits of m * 2^(e - BIAS - FRACTION), for m of at most FRACTION + 1 bits and e from 1. */
static BITS NAME(joined)(BITS m, int e) {
  if (m == 0) return 0;
  int shift = NAME(shift)(m);
  if (shift > e - 1) shift = e - 1;
  return ((BITS)(e - shift - 1) << FRACTION) + (m << (shift & (int)(WIDTH - 1)));
}

struct NAME(division) {
  BITS rest;
  unsigned quotient; /* its lowest bits */
};

/* |x| by |y|, of x finite and y not 0. Long division: the remainder of 2 r by m is that, or that
   less m. */
static struct NAME(division) NAME(divide)(BITS a, BITS b) {
  struct NAME(division) by = {a, 0};
  if (a < b) return by;
  BITS r = NAME(significand)(a), m = NAME(significand)(b);
  /* Of a subnormal y more steps are to be made, and the remainder is a multiple of 2^shift. */
  int e = NAME(exponent)(b), shift = NAME(shift)(m);
  m <<= shift & (int)(WIDTH - 1);
  if (r >= m) {
    by.quotient = 1;
    r -= m;
  }
  for (int more = NAME(exponent)(a) - e + shift; more > 0; more--) {
    by.quotient *= 2;
    r *= 2;
    if (r >= m) {
      by.quotient += 1;
      r -= m;
    }
  }
  by.rest = NAME(joined)(r >> (shift & (int)(WIDTH - 1)), e);
  return by;
}

/* Whether there is no remainder of x by y but NaN. */
static int NAME(has_none)(BITS a, BITS b) {
  return b == 0 || a >= INFINITY_BITS || b > INFINITY_BITS;
}

/* 7.12.10.1 */
static NUMBER NAME(fmod)(NUMBER x, NUMBER y) {
  BITS a = NAME(bits_of)(x) & ~SIGN, b = NAME(bits_of)(y) & ~SIGN;
  if (NAME(has_none)(a, b)) return (x * y) / (x * y);
  return NAME(of_bits)(NAME(divide)(a, b).rest | (NAME(bits_of)(x) & SIGN));
}

/* x by y with the quotient that is rounded to nearest, ties to even; of it three bits. */
static struct NAME(division) NAME(nearest)(NUMBER x, NUMBER y) {
  BITS a = NAME(bits_of)(x) & ~SIGN, b = NAME(bits_of)(y) & ~SIGN;
  struct NAME(division) division = NAME(divide)(a, b);
  NUMBER rest = NAME(of_bits)(division.rest), by = NAME(of_bits)(b);
  /* Exact, if it is not larger than rest (Sterbenz); so this holds in any rounding mode. */
  NUMBER other = by - rest;
  unsigned low = division.quotient;
  if (rest > other || (rest == other && low % 2 == 1)) {
    rest -= by;
    low++;
  }
  division.rest = NAME(bits_of)(rest) ^ (NAME(bits_of)(x) & SIGN);
  division.quotient = low & 7;
  return division;
}

/* 7.12.10.2 */
static NUMBER NAME(remainder)(NUMBER x, NUMBER y) {
  BITS a = NAME(bits_of)(x) & ~SIGN, b = NAME(bits_of)(y) & ~SIGN;
  if (NAME(has_none)(a, b)) return (x * y) / (x * y);
  return NAME(of_bits)(NAME(nearest)(x, y).rest);
}

/* 7.12.10.3: of the quotient C fixes the sign, and three bits. */
static NUMBER NAME(remquo)(NUMBER x, NUMBER y, int *quotient) {
  BITS a = NAME(bits_of)(x) & ~SIGN, b = NAME(bits_of)(y) & ~SIGN;
  if (NAME(has_none)(a, b)) {
    *quotient = __VERIFIER_nondet_int();
    return (x * y) / (x * y);
  }
  struct NAME(division) division = NAME(nearest)(x, y);
  int magnitude = (int)division.quotient | (__VERIFIER_nondet_int() & 0x7ffffff8);
  *quotient = ((NAME(bits_of)(x) ^ NAME(bits_of)(y)) & SIGN) ? -magnitude : magnitude;
  return NAME(of_bits)(division.rest);
}

/* 7.12.6.12: what is left of it behind the point. */
static NUMBER NAME(rest)(NUMBER x) {
  BITS a = NAME(bits_of)(x) & ~SIGN;
  NUMBER rest = a == INFINITY_BITS ? 0 : x - BUILTIN(trunc)(x);
  return a > INFINITY_BITS ? x + x : BUILTIN(copysign)(rest, x);
}

static NUMBER NAME(modf)(NUMBER x, NUMBER *whole) {
  *whole = BUILTIN(trunc)(x);
  return NAME(rest)(x);
}

/* 7.12.6.4 */
static NUMBER NAME(frexp)(NUMBER x, int *exponent) {
  BITS a = NAME(bits_of)(x) & ~SIGN;
  if (a >= INFINITY_BITS) {
    *exponent = __VERIFIER_nondet_int();
    return x + x;
  }
  if (a == 0) {
    *exponent = 0;
    return x;
  }
  BITS m = NAME(significand)(a);
  int shift = NAME(shift)(m);
  *exponent = NAME(exponent)(a) - shift - (BIAS - 1);
  m = (m << (shift & (int)(WIDTH - 1))) - HIDDEN;
  return NAME(of_bits)((NAME(bits_of)(x) & SIGN) | ((BITS)(BIAS - 1) << FRACTION) | m);
}

/* 7.12.6.6, 7.12.6.13: x * 2^n, rounded to nearest, ties to even. */
static NUMBER NAME(scale)(NUMBER x, long n) {
  BITS a = NAME(bits_of)(x) & ~SIGN, sign = NAME(bits_of)(x) & SIGN;
  if (a == 0) return x;
  if (a >= INFINITY_BITS) return x + x;
  /* Beyond this all is infinite, or 0. */
  if (n > 3 * LARGEST) n = 3 * LARGEST;
  if (n < -3 * LARGEST) n = -3 * LARGEST;
  BITS m = NAME(significand)(a);
  int shift = NAME(shift)(m), e = NAME(exponent)(a) - shift + (int)n;
  m <<= shift & (int)(WIDTH - 1);
  if (e > LARGEST) return NAME(of_bits)(sign | INFINITY_BITS);
  if (e >= 1) return NAME(of_bits)(sign | (((BITS)(e - 1) << FRACTION) + m));
  int lost = 1 - e;
  if (lost > FRACTION + 2) return NAME(of_bits)(sign);
  BITS unit = (BITS)1 << (lost & (int)(WIDTH - 1));
  BITS kept = m >> (lost & (int)(WIDTH - 1)), rest = m & (unit - 1), half = unit / 2;
  if (rest > half || (rest == half && kept % 2 == 1)) kept++;
  return NAME(of_bits)(sign | kept);
}

/* 7.12.11.3 */
static NUMBER NAME(nextafter)(NUMBER x, NUMBER y) {
  BITS a = NAME(bits_of)(x), b = NAME(bits_of)(y);
  if ((a & ~SIGN) > INFINITY_BITS || (b & ~SIGN) > INFINITY_BITS) return x + y;
  if (x == y) return y;
  if ((a & ~SIGN) == 0) return NAME(of_bits)((b & SIGN) | 1);
  return NAME(of_bits)((x < y) == (x > 0) ? a + 1 : a - 1);
}

/* 7.12.6.5; of numbers that have no exponent it is one of two that C allows. */
static int NAME(ilogb)(NUMBER x) {
  BITS a = NAME(bits_of)(x) & ~SIGN;
  if (a == 0) return __VERIFIER_nondet_int() ? -2147483647 : -2147483647 - 1;
  if (a > INFINITY_BITS) return __VERIFIER_nondet_int() ? 2147483647 : -2147483647 - 1;
  if (a == INFINITY_BITS) return 2147483647;
  return NAME(exponent)(a) - NAME(shift)(NAME(significand)(a)) - BIAS;
}

/* 7.12.6.11 */
static NUMBER NAME(logb)(NUMBER x) {
  BITS a = NAME(bits_of)(x) & ~SIGN;
  if (a == 0) return NAME(of_bits)(SIGN | INFINITY_BITS);
  if (a >= INFINITY_BITS) return x * x;
  return (NUMBER)NAME(ilogb)(x);
}
