/* wchar.h: strings of wide characters (C17 7.29.4). Blocks are copied in one step, as in
   string.c; what looks at characters goes through them one by one. */
#include "blocks.h"

typedef __WCHAR_TYPE__ wchar_t;

extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t size);

/* How many bytes n wide characters have; where there are no such objects, the most. */
static size_t bytes(size_t n) {
  size_t all;
  return __builtin_mul_overflow(n, sizeof(wchar_t), &all) ? ~(size_t)0 : all;
}

/* A number with the sign of a comparison (C17 7.29.4.4). */
static int order(wchar_t a, wchar_t b) {
  int any = __VERIFIER_nondet_int();
  if (a == b) return 0;
  return any != 0 && (any < 0) == (a < b) ? any : a < b ? -1 : 1;
}

MODEL wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  copy(to, from, bytes(n));
  __llumc_apart(to, bytes(n), from, bytes(n));
  return to;
}

MODEL wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  copy(to, from, bytes(n));
  return to;
}

MODEL wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  return wmemcpy(to, from, n) + n;
}

/* What is there already is doubled: for a constant n these are constant copies. */
#define DOUBLE(done) \
  if (n > (done)) copy(to + (done), to, bytes(least(done, n - (done))));
MODEL wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  if (n == 0) return to;
  to[0] = c;
  DOUBLE(1)
  DOUBLE(2)
  DOUBLE(4)
  DOUBLE(8)
  DOUBLE(16)
  DOUBLE(32)
  DOUBLE(64)
  for (size_t done = 128; done < n; done *= 2) copy(to + done, to, bytes(least(done, n - done)));
  return to;
}

MODEL size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

MODEL size_t wcsnlen(const wchar_t *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

MODEL wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
  size_t n = wcslen(from);
  wmemcpy(to, from, n + 1);
  return to + n;
}

MODEL wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  wcpcpy(to, from);
  return to;
}

/* Writes n characters, zeros behind the end of the string; returns where the first zero is. */
MODEL wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t m = wcsnlen(from, n);
  copy(to, from, bytes(m));
  fill(to + m, 0, bytes(n - m));
  __llumc_apart(to, bytes(n), from, bytes(m < n ? m + 1 : n));
  return to + m;
}

MODEL wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  wcpncpy(to, from, n);
  return to;
}

MODEL wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}

MODEL wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  wchar_t *end = to + wcslen(to);
  size_t m = wcsnlen(from, n);
  copy(end, from, bytes(m));
  end[m] = 0;
  __llumc_apart(end, bytes(m + 1), from, bytes(m < n ? m + 1 : n));
  return to;
}

/* Reads no further than to the first difference or the end of both. */
MODEL int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i] || !a[i]) return order(a[i], b[i]);
  }
  return 0;
}

MODEL int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, ~(size_t)0); }

/* Both have n characters, also behind the first difference. */
MODEL int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  if (n == 0) return 0;
  must_be_readable(a, bytes(n));
  must_be_readable(b, bytes(n));
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return order(a[i], b[i]);
  }
  return 0;
}

MODEL wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (s[i] == c) return (wchar_t *)(s + i);
  }
  return 0;
}

MODEL wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s && *s != c) s++;
  return (wchar_t *)s;
}

MODEL wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  s = wcschrnul(s, c);
  return *s == c ? (wchar_t *)s : 0;
}

MODEL wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *found = 0;
  for (;; s++) {
    if (*s == c) found = s;
    if (!*s) return (wchar_t *)found;
  }
}

static _Bool is_one_of(wchar_t c, const wchar_t *set) {
  while (*set && *set != c) set++;
  return *set != 0;
}

MODEL size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && is_one_of(s[n], set)) n++;
  return n;
}

MODEL size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && !is_one_of(s[n], set)) n++;
  return n;
}

MODEL wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  s += wcscspn(s, set);
  return *s ? (wchar_t *)s : 0;
}

MODEL wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i]) i++;
    if (!part[i]) return (wchar_t *)s;
    if (!*s) return 0;
  }
}

/* The next word; a string that is over is at its end, as in glibc. */
MODEL wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s += wcsspn(s, set);
  if (!*s) {
    *rest = 0;
    return 0;
  }
  wchar_t *end = wcspbrk(s, set);
  if (end) *end++ = 0;
  *rest = end;
  return s;
}

MODEL wchar_t *wcsdup(const wchar_t *s) {
  size_t n = wcslen(s) + 1;
  wchar_t *new = malloc(bytes(n));
  if (!new) return 0;
  copy(new, s, bytes(n));
  return new;
}
