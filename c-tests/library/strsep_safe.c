// Empty fields count.
#include <string.h>
extern void reach_error(void);

int main(void) {
  char line[] = ":b", *at = line;
  char *first = strsep(&at, ":;"), *second = strsep(&at, ":;"), *third = strsep(&at, ":;");
  if (first != line || *first != 0) reach_error();
  if (second != line + 1 || strcmp(second, "b") != 0) reach_error();
  if (third) reach_error();
  return 0;
}
