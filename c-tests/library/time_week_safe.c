// All days have their ranges.
#include <time.h>
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
int main(void) {
  time_t t = __VERIFIER_nondet_long();
  struct tm parts;
  if (!gmtime_r(&t, &parts)) return 0;
  if (parts.tm_wday < 0 || parts.tm_wday > 6) reach_error();
  if (parts.tm_hour < 0 || parts.tm_hour > 23) reach_error();
  return 0;
}
