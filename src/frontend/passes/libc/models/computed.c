/* math.h: functions whose results are numbers within a range (range.h). For each format there is
   the same text. */
#include "runtime.h"
#define MODEL __attribute__((weak))
#define EDOM 33
#define ERANGE 34

extern int __VERIFIER_nondet_int(void);
extern int *__errno_location(void);

#define NUMBER double
#define BITS unsigned long long
#define FRACTION 52
#define ODD 0
#define NAME(name) double_##name
#define BUILTIN(name) __builtin_##name
#include "number.h"
#include "range.h"

#undef NUMBER
#undef BITS
#undef FRACTION
#undef ODD
#undef NAME
#undef BUILTIN
#define NUMBER float
#define BITS unsigned
#define FRACTION 23
#define ODD 1
#define NAME(name) float_##name
#define BUILTIN(name) __builtin_##name##f
#include "number.h"
#include "range.h"

/* They may set errno (7.12.1), and never to 0 (7.5p3). It is no domain error that an operand is a
   quiet NaN; of signalling ones glibc's tan makes one. */
#if ERRNO_MATTERS
static void may_fail(int domain, int range) {
  int number = (int)__llumc_computed(COMPUTED_errno, 0, 0);
  __llumc_within(number == 0 | (number == EDOM & domain) | (number == ERANGE & range));
  if (number != 0) *__errno_location() = number;
}
#else
#define may_fail(domain, range) ((void)0)
#endif

#define RETURN(type, value, is_quiet)                                         \
  {                                                                           \
    type result = value;                                                      \
    may_fail(result != result & !(is_quiet), type##_is_range_error(result));  \
    return result;                                                            \
  }
#define IS_SIGNALLING(type, x) type##_is_signalling(x)
#define OF_ONE(type, value) RETURN(type, value, x != x & !IS_SIGNALLING(type, x))
#define OF_TWO(type, value)  \
  RETURN(type, value, (x != x | y != y) & !IS_SIGNALLING(type, x) & !IS_SIGNALLING(type, y))

MODEL double sin(double x) OF_ONE(double, double_sin(x))
MODEL float sinf(float x) OF_ONE(float, float_sin(x))
MODEL double cos(double x) OF_ONE(double, double_cos(x))
MODEL float cosf(float x) OF_ONE(float, float_cos(x))
MODEL double tan(double x) OF_ONE(double, double_tan(x))
MODEL float tanf(float x) OF_ONE(float, float_tan(x))
MODEL double asin(double x) OF_ONE(double, double_asin(x))
MODEL float asinf(float x) OF_ONE(float, float_asin(x))
MODEL double acos(double x) OF_ONE(double, double_acos(x))
MODEL float acosf(float x) OF_ONE(float, float_acos(x))
MODEL double atan(double x) OF_ONE(double, double_atan(x))
MODEL float atanf(float x) OF_ONE(float, float_atan(x))
MODEL double sinh(double x) OF_ONE(double, double_sinh(x))
MODEL float sinhf(float x) OF_ONE(float, float_sinh(x))
MODEL double cosh(double x) OF_ONE(double, double_cosh(x))
MODEL float coshf(float x) OF_ONE(float, float_cosh(x))
MODEL double tanh(double x) OF_ONE(double, double_tanh(x))
MODEL float tanhf(float x) OF_ONE(float, float_tanh(x))
MODEL double asinh(double x) OF_ONE(double, double_asinh(x))
MODEL float asinhf(float x) OF_ONE(float, float_asinh(x))
MODEL double acosh(double x) OF_ONE(double, double_acosh(x))
MODEL float acoshf(float x) OF_ONE(float, float_acosh(x))
MODEL double atanh(double x) OF_ONE(double, double_atanh(x))
MODEL float atanhf(float x) OF_ONE(float, float_atanh(x))
MODEL double exp(double x) OF_ONE(double, double_exp(x))
MODEL float expf(float x) OF_ONE(float, float_exp(x))
MODEL double exp2(double x) OF_ONE(double, double_exp2(x))
MODEL float exp2f(float x) OF_ONE(float, float_exp2(x))
MODEL double exp10(double x) OF_ONE(double, double_exp10(x))
MODEL float exp10f(float x) OF_ONE(float, float_exp10(x))
MODEL double expm1(double x) OF_ONE(double, double_expm1(x))
MODEL float expm1f(float x) OF_ONE(float, float_expm1(x))
MODEL double log(double x) OF_ONE(double, double_log(x))
MODEL float logf(float x) OF_ONE(float, float_log(x))
MODEL double log2(double x) OF_ONE(double, double_log2(x))
MODEL float log2f(float x) OF_ONE(float, float_log2(x))
MODEL double log10(double x) OF_ONE(double, double_log10(x))
MODEL float log10f(float x) OF_ONE(float, float_log10(x))
MODEL double log1p(double x) OF_ONE(double, double_log1p(x))
MODEL float log1pf(float x) OF_ONE(float, float_log1p(x))
MODEL double cbrt(double x) OF_ONE(double, double_cbrt(x))
MODEL float cbrtf(float x) OF_ONE(float, float_cbrt(x))
MODEL double erf(double x) OF_ONE(double, double_erf(x))
MODEL float erff(float x) OF_ONE(float, float_erf(x))
MODEL double erfc(double x) OF_ONE(double, double_erfc(x))
MODEL float erfcf(float x) OF_ONE(float, float_erfc(x))
MODEL double tgamma(double x) OF_ONE(double, double_tgamma(x))
MODEL float tgammaf(float x) OF_ONE(float, float_tgamma(x))
MODEL double lgamma(double x) OF_ONE(double, double_lgamma(x))
MODEL float lgammaf(float x) OF_ONE(float, float_lgamma(x))
MODEL double atan2(double y, double x) OF_TWO(double, double_atan2(y, x))
MODEL float atan2f(float y, float x) OF_TWO(float, float_atan2(y, x))
MODEL double pow(double x, double y) OF_TWO(double, double_pow(x, y))
MODEL float powf(float x, float y) OF_TWO(float, float_pow(x, y))
MODEL double hypot(double x, double y) OF_TWO(double, double_hypot(x, y))
MODEL float hypotf(float x, float y) OF_TWO(float, float_hypot(x, y))
