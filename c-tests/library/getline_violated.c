#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
/* The last character of a line need not be its end; and there may be no line. */
int main(void) {
  char *line = NULL;
  size_t size = 0;
  ssize_t n = getline(&line, &size, stdin);
  line[n - 1] = 0;
  free(line);
  return 0;
}
