#include <fenv.h>
extern void reach_error(void);
#pragma STDC FENV_ACCESS ON
int main(void) {
  double tenth = 0.1;
  fesetround(FE_UPWARD);
  if (tenth * tenth != 0x1.47ae147ae147cp-7) reach_error();
  fesetround(FE_DOWNWARD);
  if (tenth * tenth != 0x1.47ae147ae147bp-7) reach_error();
  return 0;
}
