#include <fenv.h>
#include <float.h>
extern void reach_error(void);
/* What is too large becomes infinite only away from zero. */
int main(void) {
  float large = FLT_MAX;
  if (large * 2 <= FLT_MAX) reach_error();
  fesetround(FE_TOWARDZERO);
  if (large * 2 != FLT_MAX || large * -2 != -FLT_MAX) reach_error();
  fesetround(FE_DOWNWARD);
  if (large * 2 != FLT_MAX || large * -2 >= -FLT_MAX) reach_error();
  return 0;
}
