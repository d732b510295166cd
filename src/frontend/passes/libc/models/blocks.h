/* Blocks of memory, for all models. */
#include "runtime.h"
#define MODEL __attribute__((weak))

#define copy(to, from, n) ((void)__builtin_memmove((to), (from), (n)))
#define fill(to, c, n) ((void)__builtin_memset((to), (c), (n)))

#define room(inside) __llumc_room(inside)

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Reads the last of n > 0 bytes; where they are more than there are, however many, what lies
   behind the end. */
static void must_be_readable(const void *s, size_t n) {
  unsigned char last = ((const unsigned char *)s)[least(n - 1, room(s))];
  (void)last;
}

/* A stream is none if it is null (C17 7.1.4p1). */
static void must_be_stream(const void *file) {
  if (!file) must_be_readable(file, 1);
}

static size_t find(const void *s, int c, size_t n) {
  size_t i = __llumc_find(s, (unsigned char)c, n);
  __llumc_read(s, least(i + 1, n));
  return i;
}

static size_t mismatch(const void *a, const void *b, size_t n) {
  size_t i = __llumc_mismatch(a, b, n);
  __llumc_read(a, least(i + 1, n));
  __llumc_read(b, least(i + 1, n));
  return i;
}

/* How many characters a string has; all are read. */
static size_t length(const char *s) {
  size_t n = find(s, 0, room(s));
  must_be_readable(s + n, 1);
  return n;
}

/* The same as `find` and `mismatch`, but no further than to the end of s or a. */
static size_t find_in_string(const char *s, int c, size_t n) {
  size_t end = __llumc_find(s, 0, n), i = __llumc_find(s, (unsigned char)c, end);
  __llumc_read(s, least(i + 1, n));
  return i;
}

static size_t mismatch_in_strings(const char *a, const char *b, size_t n) {
  size_t i = __llumc_mismatch(a, b, __llumc_find(a, 0, n));
  __llumc_read(a, least(i + 1, n));
  __llumc_read(b, least(i + 1, n));
  return i;
}
