// errno is 0 at the start, holds what is stored, and is never set to 0 by the library.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

static int halve(int n) {
  if (n % 2 != 0) {
    errno = EINVAL;
    return -1;
  }
  return n / 2;
}

int main(void) {
  if (errno != 0) reach_error();
  if (halve(3) != -1 || errno != EINVAL) reach_error();
  void *block = malloc(8);  // it succeeds
  free(block);
  if (errno != EINVAL) reach_error();
  printf("%d\n", errno);
  if (errno == 0) reach_error();
  return 0;
}
