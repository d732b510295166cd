#include <assert.h>
#include <sys/time.h>
#include <time.h>

/* Milliseconds from one time to another. */
static long long between(struct timespec from, struct timespec to) {
  return (to.tv_sec - from.tv_sec) * 1000ll + (to.tv_nsec - from.tv_nsec) / 1000000;
}

int main(void) {
  struct timespec begin, end;
  if (clock_gettime(CLOCK_REALTIME, &begin)) return 1;
  clock_gettime(CLOCK_MONOTONIC, &end);
  assert(between(begin, end) >= 0);
  end.tv_sec += 5;
  struct timeval now;
  gettimeofday(&now, 0);
  assert(now.tv_usec < 1000000);
  long long microseconds = now.tv_sec * 1000000ll + now.tv_usec;
  assert(microseconds >= 0);
  return time(0) + 60 < 0;
}
