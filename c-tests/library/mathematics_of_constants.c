#include <math.h>
extern void reach_error(void);
/* That a sine is between -1 and 1 is not known. */
int main(void) {
  if (sin(2.0) > 2.0) reach_error();
  return 0;
}
