#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#ifndef HARNESS
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
#endif
static float quiet_float(float x) { return x != x ? NAN : x; }
static double quiet_double(double x) { return x != x ? NAN : x; }
static float some_float(float x) { return x != x ? 1.0f : x; }
static double some_double(double x) { return x != x ? 1.0 : x; }
static unsigned bits_float(float x) {
  unsigned bits = 0x7fc00000u;
  if (x == x) memcpy(&bits, &x, sizeof bits);
  return bits;
}
static unsigned long long bits_double(double x) {
  unsigned long long bits = 0x7ff8000000000000ull;
  if (x == x) memcpy(&bits, &x, sizeof bits);
  return bits;
}
static float of_bits_float(unsigned bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static double of_bits_double(unsigned long long bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
struct pair { float low, high; };
struct mixed { double wide; float narrow; short tag; };
static struct pair swapped(struct pair p) { return (struct pair){p.high, p.low}; }
static struct pair moved(struct pair p, float by) {
  p.low += by;
  p.high -= by;
  return p;
}
static struct mixed mixed_of(float x, double y) {
  struct mixed m = {y, x, 3};
  return m;
}
static double sum_of(int count, ...) {
  double sum = 0;
  va_list all;
  va_start(all, count);
  for (int i = 0; i < count; i++) sum += va_arg(all, double);
  va_end(all);
  return sum;
}
static signed char to_char(double x) { return x > -129.0 && x < 128.0 ? (signed char)x : 1; }
static unsigned char to_uchar(double x) { return x > -1.0 && x < 256.0 ? (unsigned char)x : 1; }
static short to_short(double x) { return x > -32769.0 && x < 32768.0 ? (short)x : 1; }
static unsigned short to_ushort(double x) { return x > -1.0 && x < 65536.0 ? (unsigned short)x : 1; }
static int to_int(double x) { return x > -2147483649.0 && x < 2147483648.0 ? (int)x : 1; }
static unsigned to_uint(double x) { return x > -1.0 && x < 4294967296.0 ? (unsigned)x : 1; }
static long to_long(float x) { return x >= -0x1p31f && x < 0x1p31f ? (long)x : 1; }
static unsigned long to_ulong(double x) { return x > -1.0 && x < 0x1p32 ? (unsigned long)x : 1; }
static long long to_longlong(double x) { return x >= -0x1p63 && x < 0x1p63 ? (long long)x : 1; }
static unsigned long long to_ulonglong(double x) {
  return x > -1.0 && x < 0x1p64 ? (unsigned long long)x : 1;
}
static int nearest(double x) { return fabs(x) < 1e9 ? (int)lrint(x) : 1; }
static int rounded(float x) { return fabsf(x) < 1e9f ? (int)lroundf(x) : 1; }
static int exponent_of(double x) { return isfinite(x) && x != 0 ? ilogb(x) : 1; }
static double split(double x, int *exponent) {
  double fraction = frexp(x, exponent);
  if (!isfinite(x)) *exponent = 1;
  return fraction;
}
