// Local time may be that of another day.
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 86400 * 10;
  struct tm parts;
  if (localtime_r(&t, &parts) && parts.tm_mday != 11) reach_error();
  return 0;
}
