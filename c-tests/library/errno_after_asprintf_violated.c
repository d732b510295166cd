// asprintf may change errno, also where it does not fail.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *text;
  errno = 0;
  if (asprintf(&text, "%d", 7) < 0) return 1;
  free(text);
  if (errno != 0) reach_error();
  return 0;
}
