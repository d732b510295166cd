// The end of a leap year, from parts out of their ranges and back.
#include <string.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct tm parts = {.tm_year = 100, .tm_mon = 13, .tm_mday = -31, .tm_hour = 23, .tm_min = 59, .tm_sec = 59};
  time_t end = timegm(&parts);
  if (end != 978307199) reach_error();
  if (parts.tm_mon != 11 || parts.tm_mday != 31 || parts.tm_yday != 365 || parts.tm_wday != 0) reach_error();
  char text[40];
  if (strftime(text, sizeof text, "%a, %d %b %Y %T %p day %j", &parts) != 36) reach_error();
  if (strcmp(text, "Sun, 31 Dec 2000 23:59:59 PM day 366") != 0) reach_error();
  time_t next = end + 1;
  struct tm later;
  if (!gmtime_r(&next, &later) || later.tm_year != 101 || later.tm_yday != 0 || later.tm_wday != 1) reach_error();
  if (difftime(next, end) != 1.0) reach_error();
  return 0;
}
