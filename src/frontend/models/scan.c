/* The parts that calls of sscanf and scanf are made of, one for each directive of a constant
   format (C17 7.21.6.2; where that leaves the behaviour undefined, and for `0x` without digits
   and `%3c` with fewer characters, as glibc does it). */
#include "blocks.h"

typedef unsigned long long number_t;

extern size_t strlen(const char *s);
extern size_t strnlen(const char *s, size_t most);

static int is_space(char c) { return (c == ' ') | ((unsigned char)(c - '\t') < 5); }

static void store(void *to, int bits, number_t value) {
  if (bits == 8) *(unsigned char *)to = (unsigned char)value;
  if (bits == 16) *(unsigned short *)to = (unsigned short)value;
  if (bits == 32) *(unsigned *)to = (unsigned)value;
  if (bits == 64) *(number_t *)to = value;
}

/* From a string: each part gets where the one before has stopped, null if that failed. */

MODEL const char *__format_scan_start(const char *s) {
  strlen(s);
  return s;
}

MODEL const char *__format_scan_space(const char *s) {
  if (s) {
    while (is_space(*s)) s++;
  }
  return s;
}

MODEL const char *__format_scan_literal(const char *s, int c) {
  return s && *s == (char)c ? s + 1 : 0;
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
MODEL const char *__format_scan_number(const char *s, int width, int base, int is_signed,
                                       int wide, int bits, void *to, int stores) {
  if (!s) return 0;
  int left = width;
  int negative = *s == '-', found = 0, beyond = 0;
  if (*s == '-' || *s == '+') {
    s++;
    left--;
  }
  if (base == 0 || base == 16) {
    int prefix = (!width || left > 0) && *s == '0';
    if (prefix && (!width || left > 1) && (s[1] == 'x' || s[1] == 'X')) {
      s += 2;
      left -= 2;
      base = 16;
      found = 1;
    } else if (base == 0) {
      base = prefix ? 8 : 10;
    }
  }
  number_t value = 0, most = wide == 64 ? ~0ull : ~0u;
  for (; (!width || left > 0) && digit(*s) < base; s++, left--) {
    number_t next = (number_t)digit(*s), high = value >> 32, low = value & ~0u;
    /* value * base + next, with the bits that get lost */
    low = times(low, base) + next;
    high = times(high, base) + (low >> 32);
    if (high >> 32) beyond = 1;
    value = high << 32 | (low & ~0u);
    found = 1;
  }
  if (!found) return 0;
  number_t limit = is_signed ? (most >> 1) + (number_t)negative : most;
  if (beyond || value > limit) {
    value = limit;
    if (!is_signed) negative = 0;
  }
  if (stores) store(to, bits, negative ? 0 - value : value);
  return s;
}

static const char *taken(const char *s, size_t n, char *to, int stores, int ends) {
  if (n == 0) return 0;
  if (stores) {
    copy(to, s, n);
    if (ends) to[n] = 0;
    __llumc_apart(to, n + (size_t)ends, s, n);
  }
  return s + n;
}

MODEL const char *__format_scan_string(const char *s, int width, char *to, int stores) {
  size_t n = 0;
  if (!s) return 0;
  while ((!width || n < (size_t)width) && s[n] && !is_space(s[n])) n++;
  return taken(s, n, to, stores, 1);
}

MODEL const char *__format_scan_set(const char *s, int width, const char *set, char *to,
                                    int stores) {
  size_t n = 0;
  if (!s) return 0;
  while ((!width || n < (size_t)width) && s[n] && set[(unsigned char)s[n]]) n++;
  return taken(s, n, to, stores, 1);
}

/* A set of all characters but one. */
MODEL const char *__format_scan_until(const char *s, int width, int end, char *to, int stores) {
  if (!s) return 0;
  size_t n = find(s, end, width ? strnlen(s, (size_t)width) : strlen(s));
  return taken(s, n, to, stores, 1);
}

MODEL const char *__format_scan_characters(const char *s, int width, char *to, int stores) {
  if (!s) return 0;
  return taken(s, strnlen(s, (size_t)width), to, stores, 0);
}

MODEL const char *__format_scan_position(const char *s, const char *start, int bits, void *to) {
  if (s) store(to, bits, (number_t)(s - start));
  return s;
}

/* How many results there are, after a part that has one or none; -1 if there was none and
   the string was at its end. */
MODEL int __format_scan_count(int count, const char *before, const char *after, int more) {
  if (!before) return count;
  if (after) return count + more;
  return count == 0 && *before == 0 ? -1 : count;
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
