// A stamp of a log: local time as text of a fixed length.
#include <stdio.h>
#include <string.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  char stamp[20];
  time_t now = time(NULL);
  struct tm *parts = localtime(&now);
  if (!parts || parts->tm_year < 70 || parts->tm_year > 200) return 0;
  if (parts->tm_mon < 0 || parts->tm_mon > 11 || parts->tm_mday > 31) reach_error();
  size_t n = strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", parts);
  if (n != 19 || stamp[4] != '-' || stamp[10] != ' ' || stamp[19] != 0) reach_error();
  return 0;
}
