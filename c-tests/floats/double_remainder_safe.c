#include <math.h>
extern void reach_error(void);
/* The same in double. */
int main(void) {
  if (fmod(5.3, 2.0) != 5.3 - 4.0) reach_error();
  if (fmod(-1e18, 7.0) > 0) reach_error();
  if (remainder(7.0, 2.0) != -1.0 || remainder(5.0, 2.0) != 1.0) reach_error();
  if (!signbit(fmod(-4.0, 2.0)) || !isnan(fmod(INFINITY, 2.0))) reach_error();
  if (fmod(3.0, INFINITY) != 3.0) reach_error();
  return 0;
}
