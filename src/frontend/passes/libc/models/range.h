/* What functions of math.h give that no standard fixes to the last bit (C17 7.12.4 to 7.12.8,
   F.10), on numbers of one format: NUMBER and the rest are as in number.h; ODD is 1 for the
   second format. Each result is any number of which a function here says that it may be: exact
   where C says so (F.10), else a range that mathematics gives, rounded outward by more than
   libraries err (glibc's manual, "Known Maximum Errors in Math Functions"). Where a native run
   has computed it, that is what is asked of. */
#define MAGNITUDE(x) (NAME(bits_of)(x) & ~SIGN)
#define NEGATIVE(x) ((NAME(bits_of)(x) & SIGN) != 0)
#define IMPLIES(a, b) (!(a) | (b))
/* How many units in the last place a result may be off. */
#define UNITS 4
#define EITHER(wide, narrow) ((NUMBER)(FRACTION == 52 ? (wide) : (narrow)))
/* Two units above the numbers nearest to parts of pi, and two below. */
#define QUARTER_MOST EITHER(0x1.921fb54442d1ap-1, 0x1.921fbap-1)
#define QUARTER_LEAST EITHER(0x1.921fb54442d16p-1, 0x1.921fb2p-1)
#define HALF_MOST EITHER(0x1.921fb54442d1ap+0, 0x1.921fbap+0)
#define HALF_LEAST EITHER(0x1.921fb54442d16p+0, 0x1.921fb2p+0)
#define PI_MOST EITHER(0x1.921fb54442d1ap+1, 0x1.921fbap+1)
#define PI_LEAST EITHER(0x1.921fb54442d16p+1, 0x1.921fb2p+1)
/* exp of it is finite, and exp of its negative is not 0. */
#define EXPONENT EITHER(700, 85)
/* No finite number has a larger logarithm, and none but 0 one below the negative. */
#define LOGARITHM EITHER(746, 104)

static int NAME(is_infinite)(NUMBER x) { return MAGNITUDE(x) == INFINITY_BITS; }
static int NAME(is_finite)(NUMBER x) { return MAGNITUDE(x) < INFINITY_BITS; }
static int NAME(is_signalling)(NUMBER x) { return x != x & !(NAME(bits_of)(x) & HIDDEN / 2); }
static NUMBER NAME(size)(NUMBER x) { return NAME(of_bits)(MAGNITUDE(x)); }
static int NAME(is_integer)(NUMBER x) { return BUILTIN(trunc)(x) == x; }
static int NAME(is_odd_integer)(NUMBER x) {
  BITS a = MAGNITUDE(x);
  int e = (int)(a >> FRACTION) - BIAS;
  int bit = (int)(NAME(significand)(a) >> ((FRACTION - e) & (int)(WIDTH - 1))) & 1;
  return NAME(is_integer)(x) & e >= 0 & e <= FRACTION & bit;
}

/* |r| is not larger than |x|, of finite x; it is not smaller. */
static int NAME(no_larger)(NUMBER r, NUMBER x) {
  return r == r & MAGNITUDE(r) <= MAGNITUDE(x) + UNITS;
}
static int NAME(no_smaller)(NUMBER r, NUMBER x) {
  return r == r & MAGNITUDE(r) + UNITS >= MAGNITUDE(x);
}
static int NAME(within)(NUMBER r, NUMBER least, NUMBER most) { return r >= least & r <= most; }

/* Of an odd function that keeps signs: 0 gives 0. */
static int NAME(is_odd)(NUMBER x, NUMBER r) {
  return r == r & NEGATIVE(x) == NEGATIVE(r) & IMPLIES(x == 0, r == 0);
}

static int NAME(may_sin)(NUMBER x, NUMBER r) {
  if (!NAME(is_finite)(x)) return r != r;
  int near = NAME(within)(x, -3, 3);
  return NAME(within)(r, -1, 1) & NAME(no_larger)(r, x) & IMPLIES(near, NAME(is_odd)(x, r));
}

static int NAME(may_cos)(NUMBER x, NUMBER r) {
  if (!NAME(is_finite)(x)) return r != r;
  return NAME(within)(r, -1, 1) & IMPLIES(x == 0, r == 1) &
         IMPLIES(NAME(within)(x, EITHER(-1.5, -1.5), EITHER(1.5, 1.5)), r >= 0);
}

static int NAME(may_tan)(NUMBER x, NUMBER r) {
  if (!NAME(is_finite)(x)) return r != r;
  int near = NAME(within)(x, EITHER(-1.5, -1.5), EITHER(1.5, 1.5));
  return NAME(is_finite)(r) & IMPLIES(near, NAME(is_odd)(x, r) & NAME(no_smaller)(r, x));
}

static int NAME(may_asin)(NUMBER x, NUMBER r) {
  if (!NAME(within)(x, -1, 1)) return r != r;
  return NAME(is_odd)(x, r) & NAME(no_smaller)(r, x) & NAME(size)(r) <= HALF_MOST;
}

static int NAME(may_acos)(NUMBER x, NUMBER r) {
  if (!NAME(within)(x, -1, 1)) return r != r;
  return NAME(within)(r, 0, PI_MOST) & IMPLIES(x == 1, r == 0) &
         IMPLIES(x >= 0, r <= HALF_MOST) & IMPLIES(x <= 0, r >= HALF_LEAST);
}

static int NAME(may_atan)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  NUMBER size = NAME(size)(r), of = NAME(size)(x);
  return NAME(is_odd)(x, r) & size <= HALF_MOST & IMPLIES(of >= 1, size >= QUARTER_LEAST) &
         IMPLIES(of <= 1, size <= QUARTER_MOST & NAME(no_larger)(r, x));
}

/* F.10.1.4: the sign is that of y. */
static int NAME(may_atan2)(NUMBER y, NUMBER x, NUMBER r) {
  if (x != x | y != y) return r != r;
  NUMBER size = NAME(size)(r);
  return size <= PI_MOST & NEGATIVE(r) == NEGATIVE(y) & IMPLIES(x > 0, size <= HALF_MOST) &
         IMPLIES(x < 0, size >= HALF_LEAST) & IMPLIES(y == 0 & !NEGATIVE(x), r == 0) &
         IMPLIES(y == 0 & NEGATIVE(x), size >= PI_LEAST);
}

static int NAME(may_sinh)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  return NAME(is_odd)(x, r) & NAME(no_smaller)(r, x) &
         IMPLIES(NAME(is_infinite)(x), NAME(is_infinite)(r)) &
         IMPLIES(NAME(size)(x) <= EXPONENT, NAME(is_finite)(r));
}

static int NAME(may_cosh)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  return r >= 1 & IMPLIES(x == 0, r == 1) & IMPLIES(NAME(is_infinite)(x), NAME(is_infinite)(r)) &
         IMPLIES(NAME(size)(x) <= EXPONENT, NAME(is_finite)(r));
}

static int NAME(may_tanh)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  NUMBER size = NAME(size)(r);
  return NAME(is_odd)(x, r) & size <= 1 & NAME(no_larger)(r, x) &
         IMPLIES(NAME(is_infinite)(x), size == 1);
}

static int NAME(may_asinh)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  if (NAME(is_infinite)(x)) return r == x;
  return NAME(is_odd)(x, r) & NAME(no_larger)(r, x) & NAME(size)(r) <= LOGARITHM;
}

static int NAME(may_acosh)(NUMBER x, NUMBER r) {
  if (!(x >= 1)) return r != r;
  if (NAME(is_infinite)(x)) return r == x;
  return NAME(within)(r, 0, LOGARITHM) & IMPLIES(x == 1, r == 0);
}

static int NAME(may_atanh)(NUMBER x, NUMBER r) {
  if (!NAME(within)(x, -1, 1)) return r != r;
  int at_pole = NAME(size)(x) == 1;
  return NAME(is_odd)(x, r) & NAME(no_smaller)(r, x) & at_pole == NAME(is_infinite)(r) &
         IMPLIES(!at_pole, NAME(size)(r) <= EITHER(20, 10));
}

/* Of exp, exp2 and exp10: finite at least up to one number, not 0 from another one. */
static int NAME(may_exponential)(NUMBER x, NUMBER r, NUMBER least, NUMBER most) {
  if (x != x) return r != r;
  if (NAME(is_infinite)(x)) return r == (NEGATIVE(x) ? 0 : x) & !NEGATIVE(r);
  return r >= 0 & !NEGATIVE(r) & r >= x & IMPLIES(x >= 0, r >= 1) & IMPLIES(x <= 0, r <= 1) &
         IMPLIES(x <= most, NAME(is_finite)(r)) & IMPLIES(x >= least, r > 0);
}
static int NAME(may_exp)(NUMBER x, NUMBER r) {
  return NAME(may_exponential)(x, r, -EXPONENT, EXPONENT);
}
static int NAME(may_exp2)(NUMBER x, NUMBER r) {
  return NAME(may_exponential)(x, r, EITHER(-1022, -126), EITHER(1023, 127));
}
static int NAME(may_exp10)(NUMBER x, NUMBER r) {
  return NAME(may_exponential)(x, r, EITHER(-307, -37), EITHER(307, 37));
}

static int NAME(may_expm1)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  return NAME(is_odd)(x, r) & r >= -1 &
         IMPLIES(NAME(is_infinite)(x), r == (NEGATIVE(x) ? -1 : x)) &
         IMPLIES(x <= EXPONENT, NAME(is_finite)(r));
}

/* Of log, log2 and log10 of finite numbers, between two numbers. */
static int NAME(may_logarithm)(NUMBER x, NUMBER r, NUMBER least, NUMBER most) {
  if (!(x >= 0)) return r != r;
  if (x == 0) return NAME(is_infinite)(r) & NEGATIVE(r);
  if (NAME(is_infinite)(x)) return r == x;
  return NAME(within)(r, least, most) & IMPLIES(x >= 1, r >= 0) & IMPLIES(x <= 1, r <= 0);
}
static int NAME(may_log)(NUMBER x, NUMBER r) {
  return NAME(may_logarithm)(x, r, -LOGARITHM, LOGARITHM) & IMPLIES(x > 0, r <= x);
}
static int NAME(may_log2)(NUMBER x, NUMBER r) {
  return NAME(may_logarithm)(x, r, EITHER(-1075, -150), EITHER(1025, 129));
}
static int NAME(may_log10)(NUMBER x, NUMBER r) {
  return NAME(may_logarithm)(x, r, EITHER(-324, -46), EITHER(309, 39));
}

static int NAME(may_log1p)(NUMBER x, NUMBER r) {
  if (!(x >= -1)) return r != r;
  if (x == -1) return NAME(is_infinite)(r) & NEGATIVE(r);
  if (NAME(is_infinite)(x)) return r == x;
  return NAME(is_odd)(x, r) & NAME(size)(r) <= LOGARITHM & IMPLIES(x > 0, NAME(no_larger)(r, x)) &
         IMPLIES(x < 0, NAME(no_smaller)(r, x));
}

static int NAME(may_cbrt)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  if (NAME(is_infinite)(x)) return r == x;
  int large = NAME(size)(x) >= 1;
  return NAME(is_odd)(x, r) & NAME(size)(r) <= EITHER(6e102, 7e12) &
         IMPLIES(large, NAME(no_larger)(r, x) & NAME(no_smaller)(r, 1)) &
         IMPLIES(!large, NAME(no_smaller)(r, x) & NAME(no_larger)(r, 1));
}

static int NAME(may_erf)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  NUMBER size = NAME(size)(r);
  return NAME(is_odd)(x, r) & size <= 1 & IMPLIES(NAME(is_infinite)(x), size == 1);
}

static int NAME(may_erfc)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  if (NAME(is_infinite)(x)) return r == (NEGATIVE(x) ? 2 : 0);
  return NAME(within)(r, 0, 2) & IMPLIES(x >= 0, r <= 1) & IMPLIES(x <= 0, r >= 1);
}

/* F.10.5.4 */
static int NAME(may_tgamma)(NUMBER x, NUMBER r) {
  if (x == 0) return NAME(is_infinite)(r) & NEGATIVE(r) == NEGATIVE(x);
  if (x != x | (x < 0 & NAME(is_integer)(x))) return r != r;
  if (NAME(is_infinite)(x)) return r == x;
  return r == r & IMPLIES(x > 0, r >= EITHER(0.875, 0.875)) &
         IMPLIES(NAME(within)(x, 1, EITHER(170, 34)), NAME(is_finite)(r));
}

/* F.10.5.3 */
static int NAME(may_lgamma)(NUMBER x, NUMBER r) {
  if (x != x) return r != r;
  if (NAME(is_infinite)(x) | (x <= 0 & NAME(is_integer)(x)))
    return NAME(is_infinite)(r) & !NEGATIVE(r);
  return r == r & IMPLIES(x > 0, r >= EITHER(-0.125, -0.125)) & IMPLIES(x == 1 | x == 2, r == 0) &
         IMPLIES(x >= 2, r >= 0) & IMPLIES(x >= 3, r > 0) &
         IMPLIES(x > 0 & x <= EITHER(1e300, 1e36), NAME(is_finite)(r));
}

/* F.10.4.4; libraries give NaN of signalling ones, which C leaves open. */
static int NAME(may_pow)(NUMBER x, NUMBER y, NUMBER r) {
  if (NAME(is_signalling)(x) | NAME(is_signalling)(y)) return r != r | r == 1;
  if (y == 0 | x == 1) return r == 1;
  if (x != x | y != y) return r != r;
  int whole = NAME(is_integer)(y), odd = NAME(is_odd_integer)(y);
  if (x < 0 & NAME(is_finite)(x) & !whole) return r != r;
  if (x == 0)
    return r == r & NEGATIVE(r) == (NEGATIVE(x) & odd) &
           (y > 0 ? r == 0 : NAME(is_infinite)(r));
  NUMBER base = NAME(size)(x), size = NAME(size)(r);
  int grows = (base >= 1) == (y >= 0);
  return r == r & NEGATIVE(r) == (NEGATIVE(x) & odd) & IMPLIES(base == 1, size == 1) &
         IMPLIES(grows, size >= 1) & IMPLIES(!grows, size <= 1);
}

/* F.10.4.3 */
static int NAME(may_hypot)(NUMBER x, NUMBER y, NUMBER r) {
  if (NAME(is_infinite)(x) | NAME(is_infinite)(y))
    return (r == r & NAME(is_infinite)(r) & !NEGATIVE(r)) |
           ((NAME(is_signalling)(x) | NAME(is_signalling)(y)) & r != r);
  if (x != x | y != y) return r != r;
  NUMBER sum = NAME(size)(x) + NAME(size)(y);
  return !NEGATIVE(r) & NAME(no_smaller)(r, x) & NAME(no_smaller)(r, y) &
         IMPLIES(NAME(is_finite)(sum), NAME(no_larger)(r, sum));
}

/* 7.12.1: a domain error gives NaN; a result that is infinite or (nearly) subnormal may be a range
   error. */
static int NAME(is_range_error)(NUMBER r) {
  return NAME(is_infinite)(r) | MAGNITUDE(r) <= HIDDEN;
}

/* What a function returns; its number is a constant. */
#define COMPUTE(name, x, y)                                                          \
  NAME(of_bits)((BITS)__llumc_computed(COMPUTED_##name + ODD, NAME(bits_of)(x), y))
#define UNARY(name)                          \
  static NUMBER NAME(name)(NUMBER x) {       \
    NUMBER r = COMPUTE(name, x, 0);          \
    __llumc_within(NAME(may_##name)(x, r));  \
    return r;                                \
  }
#define BINARY(name)                                  \
  static NUMBER NAME(name)(NUMBER x, NUMBER y) {      \
    NUMBER r = COMPUTE(name, x, NAME(bits_of)(y));    \
    __llumc_within(NAME(may_##name)(x, y, r));        \
    return r;                                         \
  }
UNARY_FUNCTIONS(UNARY)
BINARY_FUNCTIONS(BINARY)
#undef UNARY
#undef BINARY
