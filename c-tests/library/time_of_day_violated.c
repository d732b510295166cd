// Some day of the week is Wednesday.
#include <time.h>
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
int main(void) {
  time_t t = __VERIFIER_nondet_long();
  if (t < 0 || t > 100000000) return 0;
  struct tm *parts = gmtime(&t);
  if (!parts) return 0;
  if (parts->tm_wday == 3 && parts->tm_hour == 17) reach_error();
  return 0;
}
