/* stdlib.h, and what else makes heap objects; numbers of inttypes.h, strings.h and arpa/inet.h.
   malloc, calloc and free are built in. */
#include "blocks.h"

extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(size_t size);
extern void *aligned_alloc(size_t alignment, size_t size);
extern void free(void *object);
extern size_t strnlen(const char *s, size_t most);

MODEL void *realloc(void *old, size_t size) {
  /* What size 0 gives is open (C17 7.22.3.5p3): glibc frees the object and returns null. */
  if (old && !size && __VERIFIER_nondet_bool()) {
    free(old);
    return 0;
  }
  unsigned char *new = malloc(size);
  if (!new) return 0;
  if (old) {
    copy(new, old, least(size, room(old)));
    free(old);
  }
  return new;
}

/* glibc, BSD: null where the product is no size; errno is left as it is. */
MODEL void *reallocarray(void *old, size_t n, size_t size) {
  size_t all;
  return __builtin_mul_overflow(n, size, &all) ? 0 : realloc(old, all);
}

/* POSIX: an alignment is a power of two and a multiple of the size of an address; errno is left as
   it is. */
#define ENOMEM 12
#define EINVAL 22
MODEL int posix_memalign(void **at, size_t alignment, size_t size) {
  if (!alignment || alignment & (alignment - 1) || alignment % sizeof(void *)) return EINVAL;
  void *new = aligned_alloc(alignment, size);
  if (!new) return ENOMEM;
  *at = new;
  return 0;
}

MODEL char *strdup(const char *s) {
  size_t n = length(s) + 1;
  char *new = malloc(n);
  if (!new) return 0;
  copy(new, s, n);
  return new;
}

MODEL char *strndup(const char *s, size_t most) {
  size_t n = strnlen(s, most);
  char *new = malloc(n + 1);
  if (!new) return 0;
  copy(new, s, n);
  new[n] = 0;
  return new;
}

/* Undefined where the result does not fit (C17 7.22.6.1p2), which is checked behind the names that
   clang knows. */
MODEL int abs(int n) { return __builtin_abs(n); }
MODEL long labs(long n) { return __builtin_labs(n); }
MODEL long long llabs(long long n) { return __builtin_llabs(n); }

typedef __INTMAX_TYPE__ intmax_t;
MODEL intmax_t imaxabs(intmax_t n) { return __builtin_llabs(n); }

/* The bits up to the lowest one that is set. */
#define lowest(n) ((n) ^ ((n) - 1))
MODEL int ffs(int n) { return n ? __builtin_popcount(lowest((unsigned)n)) : 0; }
MODEL int ffsl(long n) { return n ? __builtin_popcountl(lowest((unsigned long)n)) : 0; }
MODEL int ffsll(long long n) {
  return n ? __builtin_popcountll(lowest((unsigned long long)n)) : 0;
}

/* The machines that are modelled have the low byte first, the network has the high one. */
MODEL __UINT32_TYPE__ htonl(__UINT32_TYPE__ n) { return __builtin_bswap32(n); }
MODEL __UINT32_TYPE__ ntohl(__UINT32_TYPE__ n) { return __builtin_bswap32(n); }
MODEL __UINT16_TYPE__ htons(__UINT16_TYPE__ n) { return __builtin_bswap16(n); }
MODEL __UINT16_TYPE__ ntohs(__UINT16_TYPE__ n) { return __builtin_bswap16(n); }

static long number(const char *s) {
  unsigned long value = 0;
  int negative = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  while (*s >= '0' && *s <= '9') value = 10 * value + (unsigned long)(*s++ - '0');
  return (long)(negative ? 0 - value : value);
}

MODEL int atoi(const char *s) { return (int)number(s); }
MODEL long atol(const char *s) { return number(s); }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
typedef struct { intmax_t quot, rem; } imaxdiv_t;
MODEL div_t div(int a, int b) { return (div_t){a / b, a % b}; }
MODEL ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
MODEL lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
MODEL imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

/* Compares in the order in which glibc does. */
MODEL void *bsearch(const void *key, const void *base, size_t count, size_t size,
                    int (*compare)(const void *, const void *)) {
  const char *low = base;
  while (count > 0) {
    const char *middle = low + (count >> 1) * size;
    int order = compare(key, middle);
    if (order == 0) return (void *)middle;
    if (order > 0) {
      low = middle + size;
      count--;
    }
    count >>= 1;
  }
  return 0;
}

static void swap(char *a, char *b, size_t size) {
  if (size == 4) {
    unsigned x, y;
    copy(&x, a, 4);
    copy(&y, b, 4);
    copy(a, &y, 4);
    copy(b, &x, 4);
  } else if (size == 8) {
    unsigned long long x, y;
    copy(&x, a, 8);
    copy(&y, b, 8);
    copy(a, &y, 8);
    copy(b, &x, 8);
  } else {
    for (size_t k = 0; k < size; k++) {
      char byte = a[k];
      a[k] = b[k];
      b[k] = byte;
    }
  }
}

/* Insertion sort. In what order equal elements come the standard leaves open. */
MODEL void qsort(void *base, size_t count, size_t size,
                 int (*compare)(const void *, const void *)) {
  char *all = base;
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char *here = all + j * size, *before = here - size;
      int order = compare(before, here);
      if (order < 0 || (order == 0 && __VERIFIER_nondet_bool())) break;
      swap(before, here, size);
    }
  }
}
