/* string.h. Whole blocks are copied, filled and searched in one step; that their places are
   valid is checked as for any access. */
#include "blocks.h"

extern int __VERIFIER_nondet_int(void);

/* What a comparison gives: of a number only the sign is defined (C17 7.24.4). */
static int sign(int difference) {
  if (difference == 0) return 0;
  int any = __VERIFIER_nondet_int();
  return any != 0 && (any < 0) == (difference < 0) ? any : difference;
}

MODEL void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  copy(to, from, n);
  __llumc_apart(to, n, from, n);
  return to;
}

MODEL void *memmove(void *to, const void *from, size_t n) {
  copy(to, from, n);
  return to;
}

MODEL void *memset(void *to, int c, size_t n) {
  fill(to, c, n);
  return to;
}

MODEL int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  if (n == 0) return 0;
  /* Both have n characters (C11 7.24.4.1), also behind the first difference. */
  must_be_readable(x, n);
  must_be_readable(y, n);
  size_t i = mismatch(x, y, n);
  return i == n ? 0 : sign(x[i] - y[i]);
}

/* Reads no further than to the character (C17 7.24.5.1). */
MODEL void *memchr(const void *s, int c, size_t n) {
  const unsigned char *x = s;
  size_t i = find(x, c, least(n, room(x)));
  if (i == n) return 0;
  return x[i] == (unsigned char)c ? (void *)(x + i) : 0;
}

/* Of a string from outside it is known how many characters there are behind those that are
   modelled: these are `more` bytes with the null character. */
MODEL size_t strlen(const char *s) {
  size_t n = find(s, 0, room(s)), more = __llumc_rest(s + n);
  if (more) return n + more - 1;
  must_be_readable(s + n, 1);
  return n;
}

MODEL size_t strnlen(const char *s, size_t most) {
  size_t n = find(s, 0, least(most, room(s)));
  if (n < most) must_be_readable(s + n, 1);
  return n;
}

MODEL char *stpcpy(char *restrict to, const char *restrict from) {
  size_t n = length(from);
  copy(to, from, n + 1);
  __llumc_apart(to, n + 1, from, n + 1);
  return to + n;
}

MODEL char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

MODEL char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t m = strnlen(from, n);
  copy(to, from, m);
  fill(to + m, 0, n - m);
  __llumc_apart(to, n, from, m < n ? m + 1 : n);
  return to;
}

MODEL char *strcat(char *restrict to, const char *restrict from) {
  stpcpy(to + length(to), from);
  return to;
}

MODEL char *strncat(char *restrict to, const char *restrict from, size_t n) {
  char *end = to + length(to);
  size_t m = strnlen(from, n);
  copy(end, from, m);
  end[m] = 0;
  __llumc_apart(end, m + 1, from, m < n ? m + 1 : n);
  return to;
}

/* Reads no further than to the first difference or the end of both. */
MODEL int strcmp(const char *a, const char *b) {
  size_t i = mismatch_in_strings(a, b, least(room(a), room(b)));
  unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
  return sign(x - y);
}

MODEL int strncmp(const char *a, const char *b, size_t n) {
  size_t i = mismatch_in_strings(a, b, least(n, least(room(a), room(b))));
  if (i == n) return 0;
  unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
  return sign(x - y);
}

MODEL char *strchr(const char *s, int c) {
  size_t i = find_in_string(s, c, room(s));
  return s[i] == (char)c ? (char *)(s + i) : 0;
}

MODEL char *strrchr(const char *s, int c) {
  size_t n = length(s) + 1, i = __llumc_find_last(s, (unsigned char)c, n);
  return i == n ? 0 : (char *)(s + i);
}

MODEL char *strchrnul(const char *s, int c) {
  size_t i = find_in_string(s, c, room(s));
  must_be_readable(s + i, 1);
  return (char *)s + i;
}

MODEL char *index(const char *s, int c) { return strchr(s, c); }
MODEL char *rindex(const char *s, int c) { return strrchr(s, c); }
MODEL int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
MODEL void bzero(void *to, size_t n) { fill(to, 0, n); }

MODEL void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  return (char *)memcpy(to, from, n) + n;
}

/* Copies no further than to the character. */
MODEL void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
  const unsigned char *x = from;
  size_t i = __llumc_find(x, (unsigned char)c, least(n, room(x)));
  size_t m = i < n ? i + 1 : n;
  copy(to, from, m);
  __llumc_apart(to, m, from, m);
  return m > 0 && x[m - 1] == (unsigned char)c ? (char *)to + m : 0;
}

MODEL void *memrchr(const void *s, int c, size_t n) {
  if (n == 0) return 0;
  must_be_readable(s, n);
  size_t i = __llumc_find_last(s, (unsigned char)c, n);
  return i == n ? 0 : (char *)s + i;
}

MODEL size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t n = length(from), m = size ? least(n, size - 1) : 0;
  if (size) {
    copy(to, from, m);
    to[m] = 0;
    __llumc_apart(to, m + 1, from, n + 1);
  }
  return n;
}

MODEL size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t n = length(from), k = strnlen(to, size);
  if (k == size) return size + n;
  size_t m = least(n, size - k - 1);
  copy(to + k, from, m);
  to[k + m] = 0;
  __llumc_apart(to, k + m + 1, from, n + 1);
  return k + n;
}

/* In the "C" locale. */
static int lower(char c) {
  int code = (unsigned char)c;
  return code >= 'A' && code <= 'Z' ? code | 32 : code;
}

MODEL int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int x = lower(a[i]), y = lower(b[i]);
    if (x != y || x == 0) return sign(x - y);
  }
  return 0;
}

MODEL int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, ~(size_t)0); }

MODEL size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  for (; s[n]; n++) {
    const char *c = set;
    while (*c && *c != s[n]) c++;
    if (!*c) break;
  }
  return n;
}

/* One step for each character of the set; nothing is read behind the first one found. */
MODEL size_t strcspn(const char *s, const char *set) {
  size_t n = __llumc_find(s, 0, room(s));
  for (; *set; set++) n = __llumc_find(s, (unsigned char)*set, n);
  must_be_readable(s + n, 1);
  __llumc_read(s, n + 1);
  return n;
}

MODEL char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}

MODEL char *strstr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i]) i++;
    if (!part[i]) return (char *)s;
    if (!*s) return 0;
  }
}

/* The next word; where a string is over is known by `*rest`, as in glibc. */
MODEL char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest) {
  if (!s) s = *rest;
  s += strspn(s, set);
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, set);
  *rest = end;
  if (*end) {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}

static char *rest_of_strtok;
MODEL char *strtok(char *restrict s, const char *restrict set) {
  return strtok_r(s, set, &rest_of_strtok);
}

MODEL char *strsep(char **restrict place, const char *restrict set) {
  char *s = *place;
  if (!s) return 0;
  char *end = s + strcspn(s, set);
  *place = 0;
  if (*end) {
    *end = 0;
    *place = end + 1;
  }
  return s;
}
