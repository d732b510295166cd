/* time.h and sys/time.h: what clocks show. They count seconds since 1970, up to the year 36,000 or as
   far as the type goes; those that are monotonic do not go back. */
#include "system.h"

extern void __VERIFIER_assume(int);

#define EINVAL 22

/* As in glibc. */
typedef long time_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  long tv_usec;
};

#define MOST (sizeof(time_t) == 8 ? (time_t)(1ll << 40) : (time_t)(~0ul >> 1))

/* A number from 0 to the most. */
static long within(long most) {
  long n = __VERIFIER_nondet_long();
  __VERIFIER_assume(n >= 0 && n <= most);
  return n;
}

/* POSIX lets it fail where a time does not fit. */
MODEL time_t time(time_t *at) {
  time_t now = within(MOST);
  if (at) *at = now;
  return now;
}

/* CLOCK_MONOTONIC, its raw and coarse variants, and CLOCK_BOOTTIME. */
static _Bool is_monotonic(int clock) { return clock == 1 || clock == 4 || clock == 6 || clock == 7; }
static struct timespec last;

/* Of clocks with small numbers it is known that they are there. */
MODEL int clock_gettime(int clock, struct timespec *at) {
  if ((clock < 0 || clock > 7) && __VERIFIER_nondet_bool()) {
    *__errno_location() = EINVAL;
    return -1;
  }
  struct timespec now = {within(MOST), within(999999999)};
  if (is_monotonic(clock)) {
    __VERIFIER_assume(now.tv_sec > last.tv_sec ||
                      now.tv_sec == last.tv_sec && now.tv_nsec >= last.tv_nsec);
    last = now;
  }
  *at = now;
  return 0;
}

/* What is left is told where it is interrupted, or refused. */
MODEL int nanosleep(const struct timespec *wanted, struct timespec *left) {
  must_be_readable(wanted, sizeof *wanted);
  if (__VERIFIER_nondet_bool()) return 0;
  if (left) *left = (struct timespec){within(MOST), within(999999999)};
  return outcome(0);
}

MODEL int timespec_get(struct timespec *at, int base) {
  if (base != 1) return 0;
  *at = (struct timespec){within(MOST), within(999999999)};
  return base;
}

/* "No value is reserved to indicate an error" (POSIX). Zones are obsolete, and any. */
MODEL int gettimeofday(struct timeval *at, void *zone) {
  int *parts = zone;
  if (at) *at = (struct timeval){within(MOST), within(999999)};
  if (parts) {
    parts[0] = __VERIFIER_nondet_int();
    parts[1] = __VERIFIER_nondet_int();
  }
  return 0;
}
