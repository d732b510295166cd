// Output may fail.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  if (printf("%s\n", "hello") != 6) reach_error();
  return 0;
}
