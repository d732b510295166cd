/* stdlib.h: numbers from text, in the "C" locale (C17 7.22.1). */
#define MODEL __attribute__((weak))
#define EINVAL 22
#define ERANGE 34
typedef unsigned long long number_t;

extern int *__errno_location(void);

/* The value of a digit in the largest base, or a number that is no digit in any. */
static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  char letter = c | ('a' - 'A');
  return letter >= 'a' && letter <= 'z' ? letter - 'a' + 10 : 36;
}

/* What is said beside the base: C23 knows the prefix 0b (C23 7.24.1.7). */
#define BINARY 64

/* The number that a text begins with, without its sign: white space, sign, prefix, digits.
   `beyond`: it is larger than the largest number_t. */
static number_t magnitude(const char *text, char **end, int base, int *negative, int *beyond) {
  int binary = base & BINARY;
  base &= ~BINARY;
  const char *s = text;
  *beyond = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  *negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if ((base == 0 || base == 16) && s[0] == '0' && digit(s[1]) == 33 && digit(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (binary && (base == 0 || base == 2) && s[0] == '0' && digit(s[1]) == 11 &&
             digit(s[2]) < 2) {
    s += 2;
    base = 2;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  number_t value = 0, most = ~0ull / (number_t)base, rest = ~0ull % (number_t)base;
  const char *first = s;
  for (; digit(*s) < base; s++) {
    number_t next = (number_t)digit(*s);
    if (value > most || (value == most && next > rest)) *beyond = 1;
    value = value * (number_t)base + next;
  }
  if (end) *end = (char *)(s == first ? text : s);
  return value;
}

static int no_base(int base) {
  if (base & BINARY) base -= BINARY;
  if (base == 0 || (base >= 2 && base <= 36)) return 0;
  *__errno_location() = EINVAL;
  return 1;
}

static number_t to_unsigned(const char *text, char **end, int base, number_t most) {
  int negative, beyond;
  if (no_base(base)) return 0;
  number_t value = magnitude(text, end, base, &negative, &beyond);
  if (beyond || value > most) {
    *__errno_location() = ERANGE;
    return most;
  }
  return negative ? 0 - value : value;
}

static long long to_signed(const char *text, char **end, int base, number_t most) {
  int negative, beyond;
  if (no_base(base)) return 0;
  number_t value = magnitude(text, end, base, &negative, &beyond);
  number_t limit = most + (number_t)negative;
  if (beyond || value > limit) {
    *__errno_location() = ERANGE;
    value = limit;
  }
  return (long long)(negative ? 0 - value : value);
}

/* What is no base stays none, whatever else is said beside the base. */
static int plain(int base) { return base >= 0 && base <= 36 ? base : BINARY - 1; }
MODEL unsigned long strtoul(const char *text, char **end, int base) {
  return (unsigned long)to_unsigned(text, end, plain(base), ~0ul);
}
MODEL unsigned long long strtoull(const char *text, char **end, int base) {
  return to_unsigned(text, end, plain(base), ~0ull);
}
MODEL long strtol(const char *text, char **end, int base) {
  return (long)to_signed(text, end, plain(base), ~0ul >> 1);
}
MODEL long long strtoll(const char *text, char **end, int base) {
  return to_signed(text, end, plain(base), ~0ull >> 1);
}

typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
MODEL intmax_t strtoimax(const char *text, char **end, int base) {
  return to_signed(text, end, plain(base), ~0ull >> 1);
}
MODEL uintmax_t strtoumax(const char *text, char **end, int base) {
  return to_unsigned(text, end, plain(base), ~0ull);
}

/* What glibc's headers make of these for C23. */
static int binary(int base) { return plain(base) | BINARY; }
MODEL unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return (unsigned long)to_unsigned(text, end, binary(base), ~0ul);
}
MODEL unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return (unsigned long long)to_unsigned(text, end, binary(base), ~0ull);
}
MODEL long __isoc23_strtol(const char *text, char **end, int base) {
  return (long)to_signed(text, end, binary(base), ~0ul >> 1);
}
MODEL long long __isoc23_strtoll(const char *text, char **end, int base) {
  return (long long)to_signed(text, end, binary(base), ~0ull >> 1);
}

MODEL long long atoll(const char *text) { return to_signed(text, 0, 10, ~0ull >> 1); }
