// What is too large for its type: the largest value, and errno says so.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  if (strtol("1", 0, 1) != 0 || errno != EINVAL) reach_error();
  if (strtol("-8zzzzzzzzzzzz", 0, 36) != LONG_MIN || errno != ERANGE) reach_error();
  return 0;
}
