/* Compares models/time.c, under other names, with the host's library. */
#include <stdio.h>
#include <string.h>
#include <time.h>

struct tm *model_gmtime_r(const time_t *, struct tm *);
time_t model_timegm(struct tm *);

static unsigned long long state = 88172645463325252ull;

static unsigned long long next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static int same(const struct tm *a, const struct tm *b) { return !memcmp(a, b, 9 * sizeof(int)); }

int main(void) {
  for (int i = 0; i < 200000; i++) {
    /* Of all sizes, and around all days of 400 years. */
    time_t t = (time_t)next() >> (i % 48);
    if (i % 2) t = (i - 100000) * 86400l + i % 3 - 1;
    struct tm a = {0}, b = {0};
    int known = model_gmtime_r(&t, &a) != 0;
    if (known != (gmtime_r(&t, &b) != 0) || (known && !same(&a, &b))) {
      printf("gmtime differs at %lld\n", (long long)t);
      return 1;
    }
    a = b;
    a.tm_mon = (int)next() >> (i % 30);
    a.tm_mday = (int)next() >> (i % 29);
    a.tm_sec = (int)next() >> (i % 31);
    b = a;
    time_t model = model_timegm(&a), host = timegm(&b);
    if (model != host || (host != -1 && !same(&a, &b))) {
      printf("timegm differs: %lld, not %lld\n", (long long)model, (long long)host);
      return 1;
    }
  }
  puts("same");
}
