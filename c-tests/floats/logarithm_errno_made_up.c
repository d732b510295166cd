#include <errno.h>
#include <math.h>
extern void reach_error(void);
/* No library fails there, but that is not known. */
int main(void) {
  errno = 0;
  double y = log(2.0);
  if (errno != 0) reach_error();
  return y > 2;
}
