#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (atof("16777217") != strtof("16777217", 0)) reach_error();
  return 0;
}
