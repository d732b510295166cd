// There is no room for the zero at the end: strftime gives 0, and the text is not to be used.
#include <string.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  char stamp[8];
  struct tm parts = {.tm_hour = 12, .tm_min = 30};
  if (strftime(stamp, sizeof stamp, "%H:%M:%S", &parts) == 0) reach_error();
  return 0;
}
