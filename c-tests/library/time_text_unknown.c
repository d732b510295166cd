// Years that don't have four digits are written otherwise elsewhere.
#include <string.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  char text[16];
  struct tm parts = {.tm_year = 8100};
  if (strftime(text, sizeof text, "%Y", &parts) != 5) reach_error();
  return 0;
}
