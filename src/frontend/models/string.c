/* string.h. Whole blocks are copied, filled and searched in one step; that their places are
   valid is checked as for any access. */
#include "blocks.h"

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
  return i == n ? 0 : x[i] < y[i] ? -1 : 1;
}

/* Reads no further than to the character (C17 7.24.5.1). */
MODEL void *memchr(const void *s, int c, size_t n) {
  const unsigned char *x = s;
  size_t i = find(x, c, least(n, room(x)));
  if (i == n) return 0;
  return x[i] == (unsigned char)c ? (void *)(x + i) : 0;
}

MODEL size_t strlen(const char *s) {
  size_t n = find(s, 0, room(s));
  must_be_readable(s + n, 1);
  return n;
}

MODEL size_t strnlen(const char *s, size_t most) {
  size_t n = find(s, 0, least(most, room(s)));
  if (n < most) must_be_readable(s + n, 1);
  return n;
}

MODEL char *stpcpy(char *restrict to, const char *restrict from) {
  size_t n = strlen(from);
  copy(to, from, n + 1);
  __llumc_apart(to, n + 1, from, n + 1);
  return to + n;
}

MODEL char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

MODEL char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t length = strnlen(from, n);
  copy(to, from, length);
  fill(to + length, 0, n - length);
  __llumc_apart(to, n, from, length < n ? length + 1 : n);
  return to;
}

MODEL char *strcat(char *restrict to, const char *restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

MODEL char *strncat(char *restrict to, const char *restrict from, size_t n) {
  char *end = to + strlen(to);
  size_t length = strnlen(from, n);
  copy(end, from, length);
  end[length] = 0;
  __llumc_apart(end, length + 1, from, length < n ? length + 1 : n);
  return to;
}

/* Reads no further than to the first difference or the end of both. */
MODEL int strcmp(const char *a, const char *b) {
  size_t i = mismatch_in_strings(a, b, least(room(a), room(b)));
  unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
  return x == y ? 0 : x < y ? -1 : 1;
}

MODEL int strncmp(const char *a, const char *b, size_t n) {
  size_t i = mismatch_in_strings(a, b, least(n, least(room(a), room(b))));
  if (i == n) return 0;
  unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
  return x == y ? 0 : x < y ? -1 : 1;
}

MODEL char *strchr(const char *s, int c) {
  size_t i = find_in_string(s, c, room(s));
  return s[i] == (char)c ? (char *)(s + i) : 0;
}

MODEL char *strrchr(const char *s, int c) {
  size_t n = strlen(s) + 1, i = __llumc_find_last(s, (unsigned char)c, n);
  return i == n ? 0 : (char *)(s + i);
}

MODEL size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  for (; s[n]; n++) {
    const char *c = set;
    while (*c && *c != s[n]) c++;
    if (!*c) break;
  }
  return n;
}

MODEL size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  for (; s[n]; n++) {
    const char *c = set;
    while (*c && *c != s[n]) c++;
    if (*c) break;
  }
  return n;
}

MODEL char *strpbrk(const char *s, const char *set) {
  for (; *s; s++) {
    const char *c = set;
    while (*c && *c != *s) c++;
    if (*c) return (char *)s;
  }
  return 0;
}

MODEL char *strstr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i]) i++;
    if (!part[i]) return (char *)s;
    if (!*s) return 0;
  }
}
