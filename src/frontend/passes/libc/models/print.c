/* The parts that calls of printf and its like are made of, one for each directive of a
   constant format (C17 7.21.6.1; where that leaves something open, as glibc does it). Each
   part writes behind the first `at` characters at `to`, as far as these are fewer than
   `most`, and gives how many there are then. */
#include "blocks.h"

typedef unsigned long long length_t;
typedef __WCHAR_TYPE__ wchar_t;
/* As many characters as there come. */
#define ALL (~0ull)
#define INT_MAX 0x7fffffff

/* As in formats/print.rs. */
#define LEFT 1
#define ZERO 2
#define PLUS 4
#define SPACE 8
#define ALTERNATE 16
#define UPPER 32
#define SIGNED 64

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t size);
extern void exit(int status);
extern size_t strlen(const char *s);
extern size_t wcslen(const wchar_t *s);
extern size_t wcsnlen(const wchar_t *s, size_t most);
extern size_t strnlen(const char *s, size_t most);

static length_t put(char *to, length_t most, length_t at, const char *text, length_t n) {
  if (most == ALL) {
    copy(to + at, text, (size_t)n);
  } else if (at < most) {
    copy(to + at, text, (size_t)(n < most - at ? n : most - at));
  }
  return at + n;
}

static length_t repeat(char *to, length_t most, length_t at, int c, length_t n) {
  if (most == ALL) {
    fill(to + at, c, (size_t)n);
  } else if (at < most) {
    fill(to + at, c, (size_t)(n < most - at ? n : most - at));
  }
  return at + n;
}

/* A text of n characters in a field. */
static length_t in_field(char *to, length_t most, length_t at, const char *text, length_t n,
                         int flags, int width) {
  if (width == 0) return put(to, most, at, text, n);
  length_t wide = width < 0 ? 0 - (length_t)width : (length_t)width;
  length_t blanks = wide > n ? wide - n : 0;
  if ((flags & LEFT) || width < 0) {
    at = put(to, most, at, text, n);
    return repeat(to, most, at, ' ', blanks);
  }
  at = repeat(to, most, at, ' ', blanks);
  return put(to, most, at, text, n);
}

MODEL length_t __format_text(char *to, length_t most, length_t at, const char *text, length_t n) {
  return put(to, most, at, text, n);
}

/* How many characters of a string are meant; it must be one, or as long as that. */
MODEL length_t __format_length(const char *s, int precision) {
  return precision < 0 ? strlen(s) : strnlen(s, (size_t)precision);
}

/* Likewise of a wide string; each character takes a byte at least. */
MODEL length_t __format_wide_length(const wchar_t *s, int precision) {
  return precision < 0 ? wcslen(s) : wcsnlen(s, (size_t)precision);
}

MODEL length_t __format_string(char *to, length_t most, length_t at, const char *s, int flags,
                               int width, int precision) {
  return in_field(to, most, at, s, __format_length(s, precision), flags, width);
}

MODEL length_t __format_character(char *to, length_t most, length_t at, int c, int flags,
                                  int width) {
  char text = (char)c;
  return in_field(to, most, at, &text, 1, flags, width);
}

/* Sign or prefix, zeros, digits. */
static length_t number(char *to, length_t most, length_t at, const char *before, length_t m,
                       length_t zeros, const char *digits, length_t n, int flags, int width,
                       int precision) {
  length_t blanks = 0;
  if (precision > 0 && (length_t)precision > n) zeros = (length_t)precision - n;
  if (width) {
    length_t wide = width < 0 ? 0 - (length_t)width : (length_t)width, all = m + zeros + n;
    if (wide > all) blanks = wide - all;
    if (!(flags & LEFT) && width > 0) {
      if ((flags & ZERO) && precision < 0) {
        zeros += blanks;
      } else {
        at = repeat(to, most, at, ' ', blanks);
      }
      blanks = 0;
    }
  }
  if (flags & (SIGNED | ALTERNATE)) at = put(to, most, at, before, m);
  if ((flags & (ZERO | ALTERNATE)) || precision > 0) at = repeat(to, most, at, '0', zeros);
  at = put(to, most, at, digits, n);
  if ((flags & LEFT) || width < 0) at = repeat(to, most, at, ' ', blanks);
  return at;
}

static length_t decimal(char *to, length_t most, length_t at, int negative, const char *digits,
                        length_t n, int flags, int width, int precision) {
  char sign = negative ? '-' : (flags & PLUS) ? '+' : ' ';
  length_t m = negative || (flags & (PLUS | SPACE));
  return number(to, most, at, &sign, (flags & SIGNED) ? m : 0, 0, digits, n, flags, width,
                precision);
}

/* One decimal digit of `rest`, whose place value is p; four subtractions instead of a
   division, of which nothing but comparisons with constants is left. */
#define TAKE(type, p)                          \
  {                                            \
    type fits = rest >= (p);                   \
    rest -= (p) & (0 - fits);                  \
    digit = (unsigned char)(2 * digit + fits); \
  }
#define DIGIT(type, place, p)           \
  digit = 0;                            \
  TAKE(type, 8 * (p))                   \
  TAKE(type, 4 * (p))                   \
  TAKE(type, 2 * (p))                   \
  TAKE(type, (p))                       \
  text[place] = (char)('0' + digit);

MODEL length_t __format_decimal32(char *to, length_t most, length_t at, unsigned value, int flags,
                                  int width, int precision) {
  int negative = (flags & SIGNED) && (int)value < 0;
  unsigned rest = negative ? 0 - value : value;
  length_t n = !(precision == 0 && rest == 0);
  unsigned char digit;
  char text[10];
#define LONGER(p) n += rest >= (p);
  LONGER(10u) LONGER(100u) LONGER(1000u) LONGER(10000u) LONGER(100000u)
  LONGER(1000000u) LONGER(10000000u) LONGER(100000000u) LONGER(1000000000u)
  digit = 0;
  TAKE(unsigned, 4000000000u)
  TAKE(unsigned, 2000000000u)
  TAKE(unsigned, 1000000000u)
  text[0] = (char)('0' + digit);
  DIGIT(unsigned, 1, 100000000u)
  DIGIT(unsigned, 2, 10000000u)
  DIGIT(unsigned, 3, 1000000u)
  DIGIT(unsigned, 4, 100000u)
  DIGIT(unsigned, 5, 10000u)
  DIGIT(unsigned, 6, 1000u)
  DIGIT(unsigned, 7, 100u)
  DIGIT(unsigned, 8, 10u)
  DIGIT(unsigned, 9, 1u)
  return decimal(to, most, at, negative, text + 10 - n, n, flags, width, precision);
}

MODEL length_t __format_decimal64(char *to, length_t most, length_t at, unsigned long long value,
                                  int flags, int width, int precision) {
  int negative = (flags & SIGNED) && (long long)value < 0;
  unsigned long long rest = negative ? 0 - value : value;
  length_t n = !(precision == 0 && rest == 0);
  unsigned char digit;
  char text[20];
  LONGER(10ull) LONGER(100ull) LONGER(1000ull) LONGER(10000ull) LONGER(100000ull)
  LONGER(1000000ull) LONGER(10000000ull) LONGER(100000000ull) LONGER(1000000000ull)
  LONGER(10000000000ull) LONGER(100000000000ull) LONGER(1000000000000ull)
  LONGER(10000000000000ull) LONGER(100000000000000ull) LONGER(1000000000000000ull)
  LONGER(10000000000000000ull) LONGER(100000000000000000ull)
  LONGER(1000000000000000000ull) LONGER(10000000000000000000ull)
  digit = 0;
  TAKE(unsigned long long, 10000000000000000000ull)
  text[0] = (char)('0' + digit);
  DIGIT(unsigned long long, 1, 1000000000000000000ull)
  DIGIT(unsigned long long, 2, 100000000000000000ull)
  DIGIT(unsigned long long, 3, 10000000000000000ull)
  DIGIT(unsigned long long, 4, 1000000000000000ull)
  DIGIT(unsigned long long, 5, 100000000000000ull)
  DIGIT(unsigned long long, 6, 10000000000000ull)
  DIGIT(unsigned long long, 7, 1000000000000ull)
  DIGIT(unsigned long long, 8, 100000000000ull)
  DIGIT(unsigned long long, 9, 10000000000ull)
  DIGIT(unsigned long long, 10, 1000000000ull)
  DIGIT(unsigned long long, 11, 100000000ull)
  DIGIT(unsigned long long, 12, 10000000ull)
  DIGIT(unsigned long long, 13, 1000000ull)
  DIGIT(unsigned long long, 14, 100000ull)
  DIGIT(unsigned long long, 15, 10000ull)
  DIGIT(unsigned long long, 16, 1000ull)
  DIGIT(unsigned long long, 17, 100ull)
  DIGIT(unsigned long long, 18, 10ull)
  DIGIT(unsigned long long, 19, 1ull)
  return decimal(to, most, at, negative, text + 20 - n, n, flags, width, precision);
}

#define HEX(i)                                       \
  digit = value >> (4 * (i)) & 15;                   \
  n += value >> (4 * (i)) != 0;                      \
  text[15 - (i)] = (char)(digit < 10 ? '0' + digit : letter + digit);

MODEL length_t __format_hexadecimal(char *to, length_t most, length_t at,
                                    unsigned long long value, int flags, int width,
                                    int precision) {
  char letter = (flags & UPPER) ? 'A' - 10 : 'a' - 10;
  char prefix[2] = {'0', (flags & UPPER) ? 'X' : 'x'};
  length_t n = 0;
  unsigned long long digit;
  char text[16];
  HEX(0) HEX(1) HEX(2) HEX(3) HEX(4) HEX(5) HEX(6) HEX(7)
  HEX(8) HEX(9) HEX(10) HEX(11) HEX(12) HEX(13) HEX(14) HEX(15)
  if (value == 0 && precision != 0) n = 1;
  length_t m = (flags & ALTERNATE) && value != 0 ? 2 : 0;
  return number(to, most, at, prefix, m, 0, text + 16 - n, n, flags, width, precision);
}

#define OCTAL(i)                                    \
  n += value >> (3 * (i)) != 0;                     \
  text[21 - (i)] = (char)('0' + (value >> (3 * (i)) & 7));

MODEL length_t __format_octal(char *to, length_t most, length_t at, unsigned long long value,
                              int flags, int width, int precision) {
  length_t n = 0;
  char text[22];
  OCTAL(0) OCTAL(1) OCTAL(2) OCTAL(3) OCTAL(4) OCTAL(5) OCTAL(6) OCTAL(7) OCTAL(8) OCTAL(9)
  OCTAL(10) OCTAL(11) OCTAL(12) OCTAL(13) OCTAL(14) OCTAL(15) OCTAL(16) OCTAL(17) OCTAL(18)
  OCTAL(19) OCTAL(20) OCTAL(21)
  if (value == 0 && precision != 0) n = 1;
  /* The first digit is to be 0. */
  length_t zeros = (flags & ALTERNATE) && (value != 0 || n == 0);
  return number(to, most, at, text, 0, zeros, text + 22 - n, n, flags, width, precision);
}

/* ---- Floating-point numbers: text of the right length, with arbitrary digits ---- */

#define BELOW(p) largest += size >= bits_of((p) - 1);
#define POWER(p) least += size >= bits_of(p);

static unsigned long long bits_of(double x) {
  union { double number; unsigned long long bits; } both = {.number = x};
  return both.bits;
}

/* How many digits a number may have before its point. One that is a little less than a power of
   ten may be rounded up to it; where there are no fractions any more, the exponent is enough: the
   logarithm of 2 is between 1233 and 1234 parts of 4096. */
static void digits_before(unsigned long long size, unsigned *digits, unsigned *most) {
  unsigned least = 1, largest = 1;
  POWER(1e1) POWER(1e2) POWER(1e3) POWER(1e4) POWER(1e5) POWER(1e6) POWER(1e7) POWER(1e8)
  POWER(1e9) POWER(1e10) POWER(1e11) POWER(1e12) POWER(1e13) POWER(1e14) POWER(1e15)
  BELOW(1e1) BELOW(1e2) BELOW(1e3) BELOW(1e4) BELOW(1e5) BELOW(1e6) BELOW(1e7) BELOW(1e8)
  BELOW(1e9) BELOW(1e10) BELOW(1e11) BELOW(1e12) BELOW(1e13) BELOW(1e14) BELOW(1e15)
  if (size >= bits_of(1e16)) {
    unsigned exponent = (unsigned)(size >> 52) - 1023;
    least = (exponent * 1233 >> 12) + 1;
    largest = ((exponent + 1) * 1234 >> 12) + 1;
  }
  *digits = least;
  *most = largest;
}

/* How long the text of a finite number may be without its sign (C17 7.21.6.1p8). */
static void text_of(unsigned long long size, int flags, int precision, int conversion,
                    unsigned *least, unsigned *largest) {
  unsigned places = precision < 0 ? 6 : (unsigned)precision;
  unsigned behind = places + (places > 0 || (flags & ALTERNATE));
  switch (conversion | 32) {
    case 'f':
      digits_before(size, least, largest);
      *least += behind;
      *largest += behind;
      break;
    case 'e': /* Exponents have two digits or three. */
      *least = *largest = 1 + behind + 4;
      *least += size >= bits_of(1.1e100) || (size != 0 && size < bits_of(9e-100));
      *largest += size >= bits_of(9e99) || (size != 0 && size <= bits_of(1.1e-99));
      break;
    case 'g': /* At most a point, and `e-300` or `0.000`. */
      *least = 1;
      *largest = (places ? places : 1) + 6;
      break;
    default: /* 0x1.p-1022 */
      *least = 6;
      *largest = 10 + (precision < 0 ? 13 : places);
  }
}

/* The width is not negative; it and the precision have at most two digits. */
MODEL length_t __format_floating(char *to, length_t most, length_t at, double value, int flags,
                                 int width, int precision, int conversion) {
  unsigned long long bits = bits_of(value), size = bits & ~0ull >> 1;
  int is_finite = size < 0x7ff0000000000000, is_negative = bits >> 63 != 0;
  unsigned least = 3, largest = 3, sign = is_negative || (flags & (PLUS | SPACE));
  if (is_finite) text_of(size, flags, precision, conversion, &least, &largest);
  /* Some libraries leave out the sign of NaN. */
  least += is_finite ? sign : 0;
  largest += sign;
  unsigned format = (unsigned)(conversion | flags << 8 | width << 16 | (precision + 1) << 24);
  unsigned n = (unsigned)__llumc_computed(COMPUTED_length, bits, format);
  __llumc_within(least <= n && n <= largest);
  if (n > largest) n = largest;
  unsigned point = n - (unsigned)(precision < 0 ? 6 : precision) - 1;
  unsigned all = n < (unsigned)width ? (unsigned)width : n;
  int plain = is_finite && (conversion | 32) == 'f' && flags == 0 && width == 0;
  for (unsigned i = 0; i < all; i++) {
    char c = (char)__llumc_computed(COMPUTED_character, i, 0);
    if (plain) {
      if ((unsigned char)(c - '0') > 9) c = '0';
      if (i == 0 && is_negative) c = '-';
      if (i == point && precision != 0) c = '.';
    } else if (c < ' ' || c > '~') {
      c = ' ';
    }
    if (most == ALL || at + i < most) to[at + i] = c;
  }
  return at + all;
}

/* How many characters fit before the zero. */
MODEL void __format_stream(void *file) { must_be_stream(file); }
MODEL length_t __format_most(size_t size) { return size ? size - 1 : 0; }

static int result(length_t at) { return at > INT_MAX ? -1 : (int)at; }

/* The zero at the end, for sprintf and snprintf. */
MODEL int __format_end(char *to, length_t at) {
  to[at] = 0;
  return result(at);
}
MODEL int __format_end_within(char *to, size_t size, length_t at) {
  if (size) to[at < size ? at : size - 1] = 0;
  return result(at);
}

/* asprintf: new memory for a text of this length; how many characters of it there is room for.
   If it fails, glibc leaves the pointer as it is, and others make it null. */
MODEL char *__format_allocate(char **to, length_t at) {
  char *text = malloc((size_t)at + 1);
  if (text || __VERIFIER_nondet_bool()) *to = text;
  return text;
}
MODEL length_t __format_room(const char *text, length_t at) { return text ? at : 0; }
MODEL int __format_end_allocated(char *text, length_t at) {
  if (!text) return -1;
  text[at] = 0;
  return result(at);
}

/* How error and error_at_line end. */
MODEL int __format_exit_if(int status) {
  if (status) exit(status);
  return 0;
}

/* How many bytes that wrote. */
MODEL size_t __format_extent(size_t size, length_t at) {
  return at < size ? (size_t)at + 1 : size;
}

/* How many bytes of a string of this length were read. */
MODEL size_t __format_read(length_t n, int precision) {
  return (size_t)(precision >= 0 && n == (length_t)precision ? n : n + 1);
}

/* Output: so many characters, or a failure. */
MODEL int __format_outcome(length_t at) {
  if (__VERIFIER_nondet_bool()) return result(at);
  int failure = __VERIFIER_nondet_int();
  return failure < 0 ? failure : -1;
}
MODEL int __format_unknown_outcome(void) { return __VERIFIER_nondet_int(); }

/* The next argument of a list. */
typedef __builtin_va_list list_t;
MODEL int __format_next_int(list_t *list) { return __builtin_va_arg(*list, int); }
MODEL long long __format_next_long(list_t *list) { return __builtin_va_arg(*list, long long); }
MODEL double __format_next_double(list_t *list) { return __builtin_va_arg(*list, double); }
MODEL char *__format_next_pointer(list_t *list) { return __builtin_va_arg(*list, char *); }

/* The parts of strftime (C17 7.27.3.5), as glibc writes them; of years before 1900 its versions
   write two digits in different ways. */
extern void __time_out_of_range(void);
static int in_range(int n, int from, int to) {
  if (n < from || n > to) __time_out_of_range();
  return n;
}
MODEL int __format_small(int n) { return in_range(n, 0, 99); }
MODEL int __format_year(int year) { return (int)((unsigned)year + 1900u); }
MODEL int __format_year_of_century(int year) { return in_range(year, 0, INT_MAX) % 100; }
MODEL int __format_from_one(int n) { return in_range(n, 0, 365) + 1; }
MODEL int __format_of_twelve(int hour) {
  in_range(hour, 0, 23);
  return hour % 12 ? hour % 12 : 12;
}
static length_t put_name(char *to, length_t most, length_t at, const char *name, int whole) {
  return put(to, most, at, name, whole ? strlen(name) : 3);
}
MODEL length_t __format_month(char *to, length_t most, length_t at, int month, int whole) {
  static const char names[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};
  return put_name(to, most, at, names[in_range(month, 0, 11)], whole);
}
MODEL length_t __format_day(char *to, length_t most, length_t at, int day, int whole) {
  static const char names[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                    "Thursday", "Friday", "Saturday"};
  return put_name(to, most, at, names[in_range(day, 0, 6)], whole);
}
MODEL length_t __format_noon(char *to, length_t most, length_t at, int hour) {
  return put(to, most, at, in_range(hour, 0, 23) < 12 ? "AM" : "PM", 2);
}
/* If it does not fit nothing is said of what is written. */
MODEL size_t __format_end_of_time(char *to, size_t size, length_t at) {
  if (at < size) {
    to[at] = 0;
    return (size_t)at;
  }
  for (size_t i = 0; i < size; i++) to[i] = (char)__VERIFIER_nondet_int();
  return 0;
}
