#include <fenv.h>
extern void reach_error(void);
/* The mode is the machine's, not that of a function. */
static void upwards(void) { fesetround(FE_UPWARD); }
static float tenth(float x) { return x / 10; }
int main(void) {
  if (tenth(1) != 0.1f) reach_error();
  fesetround(FE_DOWNWARD);
  float below = tenth(1);
  if (fegetround() != FE_DOWNWARD) reach_error();
  upwards();
  if (fegetround() != FE_UPWARD) reach_error();
  if (!(below < tenth(1))) reach_error();
  return 0;
}
