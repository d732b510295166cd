/* The processor's and the C library's floating-point operations. Arguments: operation, bits of the
   numbers, way of rounding. Operands come on the standard input as words of 64 bits, results go to
   the standard output in the same form; NaNs become the positive quiet one without payload. */
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

enum { MOST = 4096 };

static double wide(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static float narrow(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float x;
  memcpy(&x, &low, sizeof x);
  return x;
}

static uint64_t of_wide(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof x);
  return isnan(x) ? UINT64_C(0x7ff8000000000000) : bits;
}

static uint64_t of_narrow(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof x);
  return isnan(x) ? UINT32_C(0x7fc00000) : bits;
}

/* An integer of that many bits: the nearest one that there is. The x87's numbers hold all of them. */
static uint64_t integer(long double x, int bits, int is_signed) {
  long double low = is_signed ? -ldexpl(1, bits - 1) : 0;
  long double high = ldexpl(1, is_signed ? bits - 1 : bits) - 1;
  uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  if (isnan(x)) return 0;
  if (x < low) x = low;
  if (x > high) x = high;
  return (x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x) & mask;
}

static long double integral(long double x, const char *how) {
  return strcmp(how, "NearestAway") ? rintl(x) : roundl(x);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const char *op = argv[1], *how = argv[3];
  int is_wide = !strcmp(argv[2], "64");
  int mode = !strcmp(how, "Up")     ? FE_UPWARD
             : !strcmp(how, "Down") ? FE_DOWNWARD
             : !strcmp(how, "Zero") ? FE_TOWARDZERO
                                    : FE_TONEAREST;
  size_t arity = !strcmp(op, "fma") ? 3 : strchr("amdel", op[0]) ? 2 : 1;
  static uint64_t in[3 * MOST], out[MOST];
  size_t got;
  while ((got = fread(in, 8 * arity, MOST, stdin)) > 0) {
    fesetround(mode);
    for (size_t i = 0; i < got; i++) {
      const uint64_t *of = in + i * arity;
#define EACH(name, expression)                                     \
  if (!strcmp(op, name)) {                                         \
    if (is_wide) {                                                 \
      volatile double a = wide(of[0]);                             \
      volatile double b = arity > 1 ? wide(of[1]) : 0;             \
      volatile double c = arity > 2 ? wide(of[2]) : 0;             \
      (void)b, (void)c;                                            \
      out[i] = of_wide(expression);                                \
    } else {                                                       \
      volatile float a = narrow(of[0]);                            \
      volatile float b = arity > 1 ? narrow(of[1]) : 0;            \
      volatile float c = arity > 2 ? narrow(of[2]) : 0;            \
      (void)b, (void)c;                                            \
      out[i] = of_narrow(expression);                              \
    }                                                              \
    continue;                                                      \
  }
      EACH("add", a + b)
      EACH("mul", a * b)
      EACH("div", a / b)
      EACH("fma", (is_wide ? fma(a, b, c) : fmaf((float)a, (float)b, (float)c)))
      EACH("sqrt", (is_wide ? sqrt(a) : sqrtf((float)a)))
      EACH("integral", integral(a, how))
      long double x = is_wide ? (long double)wide(of[0]) : (long double)narrow(of[0]);
      long double y = arity < 2 ? 0 : is_wide ? (long double)wide(of[1]) : (long double)narrow(of[1]);
      int bits = op[1] ? atoi(op + 2) : 0;
      if (!strcmp(op, "equal")) {
        out[i] = x == y;
      } else if (!strcmp(op, "less")) {
        out[i] = x < y;
      } else if (!strcmp(op, "nan")) {
        out[i] = x != x;
      } else if (!strcmp(op, "other")) {
        volatile double all = wide(of[0]);
        volatile float few = narrow(of[0]);
        out[i] = is_wide ? of_narrow((float)all) : of_wide((double)few);
      } else if (op[0] == 't') {
        /* To an integer: "ts32", "tu64". */
        out[i] = integer(integral(x, how), bits, op[1] == 's');
      } else if (op[0] == 'f') {
        /* From an integer: "fs32", "fu64". */
        volatile long double of_integer =
            op[1] == 's' ? (long double)((int64_t)(of[0] << (64 - bits)) >> (64 - bits)) : (long double)of[0];
        out[i] = is_wide ? of_wide((double)of_integer) : of_narrow((float)of_integer);
      } else {
        return 2;
      }
    }
    fesetround(FE_TONEAREST);
    if (fwrite(out, 8, got, stdout) != got) return 2;
  }
  return 0;
}
