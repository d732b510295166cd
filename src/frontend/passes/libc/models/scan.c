/* The parts that calls of sscanf and scanf are made of, one for each directive of a constant
   format (C17 7.21.6.2; where that leaves the behaviour undefined, and for `0x` without digits
   and `%3c` with fewer characters, as glibc does it). */
#include "blocks.h"

typedef unsigned long long number_t;

extern size_t strnlen(const char *s, size_t most);

static int is_space(char c) { return (c == ' ') | ((unsigned char)(c - '\t') < 5); }

static void store(void *to, int bits, number_t value) {
  if (bits == 8) *(unsigned char *)to = (unsigned char)value;
  if (bits == 16) *(unsigned short *)to = (unsigned short)value;
  if (bits == 32) *(unsigned *)to = (unsigned)value;
  if (bits == 64) *(number_t *)to = value;
}

/* From a string: each part gets at which character the one before has stopped, FAILED if it
   did not find what it looked for. The numbers have 32 bits so that sums with addresses stay
   in range. */
typedef unsigned place_t;
#define FAILED (~0u)

MODEL place_t __format_scan_start(const char *s) {
  length(s);
  return 0;
}

MODEL place_t __format_scan_space(const char *s, place_t at) {
  if (at == FAILED) return at;
  while (is_space(s[at])) at++;
  return at;
}

MODEL place_t __format_scan_literal(const char *s, place_t at, int c) {
  return at != FAILED && s[at] == (char)c ? at + 1 : FAILED;
}

static int digit(char c) {
  unsigned char number = (unsigned char)(c - '0'), letter = (unsigned char)((c | 32) - 'a');
  return number < 10 ? number : letter < 6 ? letter + 10 : 16;
}

/* For the bases that there are: no multiplication of variables. */
static number_t times(number_t n, int base) {
  return base == 10 ? n * 10 : base == 16 ? n << 4 : n << 3;
}

/* A number in a base (0: as in C), which is first one of type long or long long with `wide`
   bits, as strtol makes it, then one of `bits`. */
MODEL place_t __format_scan_number(const char *s, place_t at, int width, int base, int is_signed,
                                   int wide, int bits, void *to, int stores) {
  if (at == FAILED) return at;
  int left = width, negative = 0, found = 0, beyond = 0;
  char c = s[at];
  if (c == '-' || c == '+') {
    negative = c == '-';
    c = s[++at];
    left--;
  }
  if (base == 0 || base == 16) {
    int prefix = (!width || left > 0) && c == '0';
    if (prefix && (!width || left > 1) && (s[at + 1] | 32) == 'x') {
      c = s[at += 2];
      left -= 2;
      base = 16;
      found = 1;
    } else if (base == 0) {
      base = prefix ? 8 : 10;
    }
  }
  number_t value = 0, most = wide == 64 ? ~0ull : ~0u;
  for (; !width || left > 0; left--) {
    int next = digit(c);
    if (next >= base) break;
    number_t high = value >> 32, low = value & ~0u;
    /* value * base + next, with the bits that get lost */
    low = times(low, base) + (number_t)next;
    high = times(high, base) + (low >> 32);
    if (high >> 32) beyond = 1;
    value = high << 32 | (low & ~0u);
    found = 1;
    c = s[++at];
  }
  if (!found) return FAILED;
  number_t limit = is_signed ? (most >> 1) + (number_t)negative : most;
  if (beyond || value > limit) {
    value = limit;
    if (!is_signed) negative = 0;
  }
  if (stores) store(to, bits, negative ? 0 - value : value);
  return at;
}

static place_t taken(const char *s, place_t at, place_t n, char *to, int stores, int ends) {
  if (n == 0) return FAILED;
  if (stores) {
    copy(to, s + at, n);
    if (ends) to[n] = 0;
    __llumc_apart(to, n + (size_t)ends, s + at, n);
  }
  return at + n;
}

MODEL place_t __format_scan_string(const char *s, place_t at, int width, char *to, int stores) {
  place_t n = 0;
  if (at == FAILED) return at;
  for (; !width || n < (place_t)width; n++) {
    char c = s[at + n];
    if (!c || is_space(c)) break;
  }
  return taken(s, at, n, to, stores, 1);
}

MODEL place_t __format_scan_set(const char *s, place_t at, int width, const char *set, char *to,
                                int stores) {
  place_t n = 0;
  if (at == FAILED) return at;
  for (; !width || n < (place_t)width; n++) {
    char c = s[at + n];
    if (!c || !set[(unsigned char)c]) break;
  }
  return taken(s, at, n, to, stores, 1);
}

/* A set of all characters but one. */
MODEL place_t __format_scan_until(const char *s, place_t at, int width, int end, char *to,
                                  int stores) {
  if (at == FAILED) return at;
  s += at;
  size_t n = find(s, end, width ? strnlen(s, (size_t)width) : length(s));
  n = taken(s, 0, (place_t)n, to, stores, 1);
  return n == FAILED ? FAILED : at + (place_t)n;
}

MODEL place_t __format_scan_characters(const char *s, place_t at, int width, char *to,
                                       int stores) {
  if (at == FAILED) return at;
  return taken(s, at, (place_t)strnlen(s + at, (size_t)width), to, stores, 0);
}

MODEL place_t __format_scan_position(const char *s, place_t at, int bits, void *to) {
  (void)s;
  if (at != FAILED) store(to, bits, at);
  return at;
}

/* How many results there are, after a part that has one or none; -1 if there was none and
   the string was at its end. */
MODEL int __format_scan_count(const char *s, int count, place_t before, place_t after, int more) {
  if (before == FAILED) return count;
  if (after != FAILED) return count + more;
  return count == 0 && s[before] == 0 ? -1 : count;
}

/* From outside: each part gets how many results there were, and whether it is over. */

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern number_t __VERIFIER_nondet_ulonglong(void);
extern void __VERIFIER_assume(int);
#define OVER 0x10000

static int goes_on(int state) { return !(state & OVER) && __VERIFIER_nondet_bool(); }

MODEL int __format_input_literal(int state) { return goes_on(state) ? state : state | OVER; }

static number_t any(int bits, int is_signed) {
  if (bits == 8) {
    return (unsigned char)(is_signed ? __VERIFIER_nondet_char() : __VERIFIER_nondet_uchar());
  }
  if (bits == 16) {
    return (unsigned short)(is_signed ? __VERIFIER_nondet_short() : __VERIFIER_nondet_ushort());
  }
  if (bits == 32) return (unsigned)(is_signed ? __VERIFIER_nondet_int() : __VERIFIER_nondet_uint());
  return is_signed ? (number_t)__VERIFIER_nondet_longlong() : __VERIFIER_nondet_ulonglong();
}

/* A number between `-least` and `most`, if these are not all. */
MODEL int __format_input_number(int state, int is_signed, int bits, number_t least, number_t most,
                                void *to, int stores) {
  if (!goes_on(state)) return state | OVER;
  if (!stores) return state;
  number_t all = bits == 64 ? ~0ull : (1ull << bits) - 1, value = any(bits, is_signed);
  if (most < all) __VERIFIER_assume(value <= most || (all & (0 - value)) <= least);
  store(to, bits, value);
  return state + 1;
}

/* `set` holds for each character whether it may come. */
MODEL int __format_input_set(int state, int width, const char *set, char *to, int stores) {
  if (!goes_on(state)) return state | OVER;
  if (!stores) return state;
  int n = 0;
  do {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(set[(unsigned char)c]);
    to[n++] = c;
  } while ((!width || n < width) && __VERIFIER_nondet_bool());
  to[n] = 0;
  return state + 1;
}

MODEL int __format_input_string(int state, int width, char *to, int stores) {
  if (!goes_on(state)) return state | OVER;
  if (!stores) return state;
  int n = 0;
  do {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(!is_space(c));
    to[n++] = c;
  } while ((!width || n < width) && __VERIFIER_nondet_bool());
  to[n] = 0;
  return state + 1;
}

MODEL int __format_input_characters(int state, int width, char *to, int stores) {
  if (!goes_on(state)) return state | OVER;
  if (!stores) return state;
  int n = 0;
  do to[n++] = __VERIFIER_nondet_char();
  while (n < width && __VERIFIER_nondet_bool());
  return state + 1;
}

/* EOF, if nothing came at all. */
MODEL int __format_input_result(int state) {
  if (state == OVER && __VERIFIER_nondet_bool()) return -1;
  return state & (OVER - 1);
}
