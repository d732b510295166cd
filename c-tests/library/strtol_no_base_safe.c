/* What is no base is refused by glibc, however its bits look (C17 leaves it open, 7.22.1.4p3). */
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  if (strtol("11", 0, 66) != 0 || errno != EINVAL) reach_error();
  errno = 0;
  if (strtoul("11", 0, -62) != 0 || errno != EINVAL) reach_error();
  if (strtol("11", 0, 2) != 3) reach_error();
  return 0;
}
