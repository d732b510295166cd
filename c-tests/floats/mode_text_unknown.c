#include <fenv.h>
#include <stdlib.h>
extern void reach_error(void);
/* So is the number of a text. */
int main(void) {
  fesetround(FE_UPWARD);
  if (strtod("0.1", 0) != 0.1) reach_error();
  return 0;
}
