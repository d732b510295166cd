/* math.h: functions whose results are exact, or rounded once, on the bits of numbers (C17 7.12
   and F.10). For each format there is the same text. */
#define MODEL __attribute__((weak))

extern int __VERIFIER_nondet_int(void);

#define NUMBER double
#define BITS unsigned long long
#define FRACTION 52
#define NAME(name) double_##name
#define BUILTIN(name) __builtin_##name
#include "number.h"

#undef NUMBER
#undef BITS
#undef FRACTION
#undef NAME
#undef BUILTIN
#define NUMBER float
#define BITS unsigned
#define FRACTION 23
#define NAME(name) float_##name
#define BUILTIN(name) __builtin_##name##f
#include "number.h"

MODEL double __exact_fmod(double x, double y) { return double_fmod(x, y); }
MODEL float __exact_fmodf(float x, float y) { return float_fmod(x, y); }
MODEL double __exact_rest(double x) { return double_rest(x); }
MODEL float __exact_restf(float x) { return float_rest(x); }
MODEL double fmod(double x, double y) { return double_fmod(x, y); }
MODEL float fmodf(float x, float y) { return float_fmod(x, y); }
MODEL double remainder(double x, double y) { return double_remainder(x, y); }
MODEL float remainderf(float x, float y) { return float_remainder(x, y); }
MODEL double drem(double x, double y) { return double_remainder(x, y); }
MODEL float dremf(float x, float y) { return float_remainder(x, y); }
MODEL double remquo(double x, double y, int *quotient) { return double_remquo(x, y, quotient); }
MODEL float remquof(float x, float y, int *quotient) { return float_remquo(x, y, quotient); }
MODEL double modf(double x, double *whole) { return double_modf(x, whole); }
MODEL float modff(float x, float *whole) { return float_modf(x, whole); }
MODEL double frexp(double x, int *exponent) { return double_frexp(x, exponent); }
MODEL float frexpf(float x, int *exponent) { return float_frexp(x, exponent); }
MODEL double ldexp(double x, int n) { return double_scale(x, n); }
MODEL float ldexpf(float x, int n) { return float_scale(x, n); }
MODEL double scalbn(double x, int n) { return double_scale(x, n); }
MODEL float scalbnf(float x, int n) { return float_scale(x, n); }
MODEL double scalbln(double x, long n) { return double_scale(x, n); }
MODEL float scalblnf(float x, long n) { return float_scale(x, n); }
MODEL double nextafter(double x, double y) { return double_nextafter(x, y); }
MODEL float nextafterf(float x, float y) { return float_nextafter(x, y); }
MODEL int ilogb(double x) { return double_ilogb(x); }
MODEL int ilogbf(float x) { return float_ilogb(x); }
MODEL double logb(double x) { return double_logb(x); }
MODEL float logbf(float x) { return float_logb(x); }
