// A number that is too large for its type is cut.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  unsigned char small = 9;
  if (sscanf("300", "%3hhu", &small) != 1 || small != 44) reach_error();
  return 0;
}
