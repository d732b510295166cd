#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
/* What can't be allocated is told in errno. */
int main(void) {
  errno = 0;
  if (!malloc(-4) && errno) reach_error();
  return 0;
}
