// The usual way to drop the end of a line.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
  char line[4];
  if (!fgets(line, sizeof line, stdin)) return 0;
  line[strcspn(line, "\r\n")] = 0;
  if (strpbrk(line, "\n\r")) reach_error();
  return 0;
}
