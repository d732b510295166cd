// There is no room for more than the text.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line;
  int length = asprintf(&line, "%s=%d", "x", 12);
  if (length < 0) return 1;
  line[length] = '\n';
  line[length + 1] = 0;
  free(line);
  return 0;
}
