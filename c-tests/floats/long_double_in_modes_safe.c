#include <fenv.h>
extern void reach_error(void);
/* The x87 has the same mode; so have conversions from it. */
int main(void) {
  long double three = 3;
  long double third = 1 / three;
  fesetround(FE_DOWNWARD);
  if (1 / three >= third || (double)third != 0x1.5555555555555p-2) reach_error();
  fesetround(FE_UPWARD);
  if (1 / three != third || (double)third != 0x1.5555555555556p-2) reach_error();
  if ((float)0.1 != 0x1.99999ap-4f) reach_error();
  fesetround(FE_TOWARDZERO);
  if ((float)0.1 != 0x1.999998p-4f) reach_error();
  return 0;
}
