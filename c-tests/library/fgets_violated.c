#include <stdio.h>
#include <string.h>
/* An empty line from the file: the character before its end does not exist. */
int main(void) {
  char line[5];
  if (!fgets(line, sizeof line, stdin)) return 1;
  size_t n = strlen(line);
  if (line[n - 1] == '\n') line[n - 1] = 0;
  return 0;
}
