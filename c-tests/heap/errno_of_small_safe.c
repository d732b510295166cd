#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  void *p = malloc(4), *q = calloc(4, 4);
  if (errno || !p || !q) reach_error();
  return 0;
}
