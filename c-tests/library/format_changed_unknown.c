// The format is one of the program's, but changed before.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  static char format[] = "%d";
  char text[16];
  format[1] = 's';
  snprintf(text, sizeof text, format, "abc");
  if (strcmp(text, "abc") != 0) reach_error();
  return 0;
}
