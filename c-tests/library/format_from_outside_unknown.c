// The format is what somebody types.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char line[8], text[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  snprintf(text, sizeof text, line);
  if (text[0] == 'x') reach_error();
  return 0;
}
