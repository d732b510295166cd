/* string.h. Read and write exactly the bytes that the C standard says, one by one. */
typedef __SIZE_TYPE__ size_t;
#define MODEL __attribute__((weak))

#ifdef COPY_BYTES
/* What was not written is not written after it is copied. */
#define COPY(to, from) __builtin_memcpy((to), (from), 1)
#else
#define COPY(to, from) (*(to) = *(from))
#endif

/* The two places have no byte in common. */
extern void __llumc_apart(const void *to, size_t n, const void *from, size_t m);

MODEL void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  for (size_t i = 0; i < n; i++) COPY(t + i, f + i);
  __llumc_apart(to, n, from, n);
  return to;
}

MODEL void *memmove(void *to, const void *from, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  /* Of different objects either order is right. */
  if (t < f) {
    for (size_t i = 0; i < n; i++) COPY(t + i, f + i);
  } else {
    for (size_t i = n; i > 0; i--) COPY(t + i - 1, f + i - 1);
  }
  return to;
}

MODEL void *memset(void *to, int c, size_t n) {
  unsigned char *t = to;
  for (size_t i = 0; i < n; i++) t[i] = (unsigned char)c;
  return to;
}

MODEL int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  /* Both have n characters (C11 7.24.4.1), also behind the first difference. */
  unsigned char last = n > 0 ? x[n - 1] ^ y[n - 1] : 0;
  (void)last;
  for (size_t i = 0; i < n; i++) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

MODEL void *memchr(const void *s, int c, size_t n) {
  const unsigned char *x = s;
  for (size_t i = 0; i < n; i++) {
    if (x[i] == (unsigned char)c) return (void *)(x + i);
  }
  return 0;
}

MODEL size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

MODEL size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

MODEL char *strcpy(char *restrict to, const char *restrict from) {
  size_t i = 0;
  for (; __llumc_apart(to, i + 1, from, i + 1), (to[i] = from[i]); i++) {
  }
  return to;
}

MODEL char *stpcpy(char *restrict to, const char *restrict from) {
  size_t i = 0;
  for (; __llumc_apart(to, i + 1, from, i + 1), (to[i] = from[i]); i++) {
  }
  return to + i;
}

MODEL char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  size_t read = i < n ? i + 1 : n;
  for (; i < n; i++) to[i] = 0;
  __llumc_apart(to, n, from, read);
  return to;
}

MODEL char *strcat(char *restrict to, const char *restrict from) {
  size_t end = 0, i = 0;
  while (to[end]) end++;
  for (; __llumc_apart(to + end, i + 1, from, i + 1), (to[end + i] = from[i]); i++) {
  }
  return to;
}

MODEL char *strncat(char *restrict to, const char *restrict from, size_t n) {
  size_t end = 0, i = 0;
  while (to[end]) end++;
  for (; i < n && from[i]; i++) {
    __llumc_apart(to + end, i + 1, from, i + 1);
    to[end + i] = from[i];
  }
  to[end + i] = 0;
  __llumc_apart(to + end, i + 1, from, i < n ? i + 1 : n);
  return to;
}

MODEL int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i]) i++;
  unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
  return x == y ? 0 : x < y ? -1 : 1;
}

MODEL int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (x != y) return x < y ? -1 : 1;
    if (!x) return 0;
  }
  return 0;
}

MODEL char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (!*s) return 0;
  }
}

MODEL char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (!*s) return (char *)last;
  }
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
