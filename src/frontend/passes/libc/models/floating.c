/* stdlib.h, and nan of math.h: floating-point numbers from text, in the "C" locale (C17 7.22.1.3).
   Where the text ends is exact; the number is exact of integers, and else one that fits the text. */
#include "blocks.h"
#define ERANGE 34
typedef unsigned long long number_t;

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern int *__errno_location(void);

static int digit(char c) {
  unsigned char number = (unsigned char)(c - '0'), letter = (unsigned char)((c | 32) - 'a');
  return number < 10 ? number : letter < 26 ? letter + 10 : 99;
}

static int is_space(char c) { return (c == ' ') | ((unsigned char)(c - '\t') < 5); }

/* Whether these small letters come, or capital ones. */
static int comes(const char *s, const char *letters) {
  for (; *letters; s++, letters++)
    if ((*s | 32) != *letters) return 0;
  return 1;
}

enum kind {
  NOTHING, /* no number */
  ZERO,
  WHOLE,    /* an integer */
  BETWEEN,  /* between an integer and the next one */
  SOME,     /* a number that is not 0 */
  INFINITE,
  NO_NUMBER /* NaN */
};

struct number {
  enum kind kind;
  int negative;
  number_t whole; /* the integer */
  const char *end;
};

/* Behind `nan`: characters in parentheses, if there are. */
static const char *behind_nan(const char *s) {
  const char *t = s;
  if (*t != '(') return s;
  for (t++; digit(*t) < 99 || *t == '_'; t++) continue;
  return *t == ')' ? t + 1 : s;
}

/* Behind an exponent, if there is one; whether it is 0. */
static const char *behind_exponent(const char *s, char mark, int *is_zero) {
  *is_zero = 1;
  if ((*s | 32) != mark) return s;
  const char *t = s + 1;
  if (*t == '-' || *t == '+') t++;
  if (digit(*t) > 9) return s;
  for (; digit(*t) < 10; t++)
    if (*t != '0') *is_zero = 0;
  return t;
}

static void parse(const char *text, struct number *n) {
  const char *s = text;
  n->kind = NOTHING;
  n->end = text;
  n->whole = 0;
  while (is_space(*s)) s++;
  n->negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if (comes(s, "inf")) {
    n->kind = INFINITE;
    n->end = s + (comes(s + 3, "inity") ? 8 : 3);
    return;
  }
  if (comes(s, "nan")) {
    n->kind = NO_NUMBER;
    n->end = behind_nan(s + 3);
    return;
  }
  int base = 10, digits = 0, point = 0, nonzero = 0, fraction = 0, beyond = 0, plain;
  if (*s == '0' && (s[1] | 32) == 'x' && (digit(s[2]) < 16 || (s[2] == '.' && digit(s[3]) < 16))) {
    s += 2;
    base = 16;
  }
  for (;; s++) {
    if (*s == '.' && !point) {
      point = 1;
      continue;
    }
    int next = digit(*s);
    if (next >= base) break;
    digits = 1;
    nonzero |= next != 0;
    if (point) {
      fraction |= next != 0;
    } else {
      beyond |= n->whole >> 59 != 0;
      n->whole = (base == 16 ? n->whole << 4 : n->whole * 10) + (number_t)next;
    }
  }
  if (!digits) return;
  n->end = behind_exponent(s, base == 16 ? 'p' : 'e', &plain);
  n->kind = !nonzero ? ZERO : beyond || !plain ? SOME : fraction ? BETWEEN : WHOLE;
}

#define NUMBER double
#define BITS unsigned long long
#define FRACTION 52
#define ODD 0
#define NAME(name) double_##name
#define BUILTIN(name) __builtin_##name
#include "number.h"
#include "text.h"

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
#include "text.h"

/* ---- sscanf: as in scan.c ---- */

#define FAILED (~0u)
extern void __scan_unclear(void);

/* Where a number ends, which text has as strtod; FAILED if there is none. That a number is followed
   by a beginning of more of it (`1e`, `infi`), or only begins, libraries take in different ways. */
static unsigned behind_number(const char *s, unsigned at) {
  struct number n;
  parse(s + at, &n);
  if (n.kind == NOTHING) {
    char c = s[at];
    if (c == '-' || c == '+') c = s[at + 1];
    if (c == '.' || (c | 32) == 'i' || (c | 32) == 'n') __scan_unclear();
    return FAILED;
  }
  char next = *n.end;
  int more = (next | 32) == 'e' || (next | 32) == 'p' || (next | 32) == 'i' || next == '(' ||
             ((next | 32) == 'x' && n.kind == ZERO) || n.end[-1] == ')';
  if (more) __scan_unclear();
  return (unsigned)(n.end - s);
}

MODEL unsigned __format_scan_double(const char *s, unsigned at, int width, double *to, int stores) {
  if (at == FAILED) return at;
  unsigned end = behind_number(s, at);
  if (end != FAILED && stores) *to = double_from_text(s + at, 0);
  return end;
}
MODEL unsigned __format_scan_float(const char *s, unsigned at, int width, float *to, int stores) {
  if (at == FAILED) return at;
  unsigned end = behind_number(s, at);
  if (end != FAILED && stores) *to = float_from_text(s + at, 0);
  return end;
}

MODEL double strtod(const char *text, char **end) { return double_from_text(text, end); }
MODEL float strtof(const char *text, char **end) { return float_from_text(text, end); }
MODEL double atof(const char *text) { return double_from_text(text, 0); }

/* C17 7.12.11.2: a quiet NaN; what the library makes of the tag is in its other bits. */
MODEL double nan(const char *tag) {
  (void)length(tag);
  return double_of_bits(0x7ff8000000000000 | (__VERIFIER_nondet_ulonglong() & 0x7ffffffffffff));
}
MODEL float nanf(const char *tag) {
  (void)length(tag);
  return float_of_bits(0x7fc00000 | (__VERIFIER_nondet_uint() & 0x3fffff));
}
