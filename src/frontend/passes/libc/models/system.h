/* What functions have in common that ask the system for something: it may refuse, it says why
   in errno, and what comes from it is arbitrary. */
#include "blocks.h"

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int *__errno_location(void);

/* Sets any error number. */
static void fail(void) {
  int number = __VERIFIER_nondet_int();
  *__errno_location() = number > 0 ? number : 1;
}

static int outcome(_Bool done) {
  if (done) return 0;
  fail();
  return -1;
}

/* It may refuse. */
static int perhaps(void) { return outcome(__VERIFIER_nondet_bool()); }

/* A number that is not negative, or a failure. */
static long number_or_failure(long most) {
  long number = __VERIFIER_nondet_long();
  if (number >= 0) return number <= most ? number : most;
  fail();
  return -1;
}

/* The same of 64 bits. */
static long long place_or_failure(void) {
  long long number = __VERIFIER_nondet_longlong();
  if (number >= 0) return number;
  fail();
  return -1;
}

/* The number of an open file. */
static int descriptor(void) { return (int)number_or_failure(0x7fffffff); }

/* So many bytes are handed to the system. */
static void give(const void *from, size_t n) {
  if (n == 0) return;
  must_be_readable(from, n);
  __llumc_read(from, n);
}

/* So many bytes come from the system. */
static void take(void *to, size_t n) {
  unsigned char *bytes = to;
  for (size_t i = 0; i < n; i++) bytes[i] = __VERIFIER_nondet_uchar();
}

/* So many bytes at most come, or none because of a failure; those behind stay. */
static long take_some(void *to, size_t n) {
  unsigned char *bytes = to;
  size_t i = 0;
  if (__VERIFIER_nondet_bool()) {
    fail();
    return -1;
  }
  while (i < n && __VERIFIER_nondet_bool()) bytes[i++] = __VERIFIER_nondet_uchar();
  return (long)i;
}

/* So many bytes at most are taken by the system. */
static long give_some(const void *from, size_t n) {
  give(from, n);
  return number_or_failure(n > ~0ul >> 1 ? (long)(~0ul >> 1) : (long)n);
}

static void must_be_string(const char *s) { (void)length(s); }
