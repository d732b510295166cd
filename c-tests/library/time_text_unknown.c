// Versions of glibc write the last two digits of years before 1900 in different ways.
#include <string.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  char text[16];
  struct tm parts = {.tm_year = -10};
  if (strftime(text, sizeof text, "%y", &parts) != 2) reach_error();
  return 0;
}
