// Output may fail, and then errno says why.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  errno = 0;
  puts("hello");
  if (errno != 0) reach_error();
  return 0;
}
