#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
/* A line of any length; those of a few characters are followed. */
int main(void) {
  char *line = NULL;
  size_t size = 0;
  ssize_t n = getline(&line, &size, stdin);
  if (n >= 0 && n < 6) {
    if (line[n] != 0 || size <= (size_t)n) reach_error();
    if (n > 1 && line[0] == '\n') reach_error();
  }
  if (n > 8) exit(0);
  free(line);
  return 0;
}
