#include <fenv.h>
#include <math.h>
extern void reach_error(void);
/* rint and its like round as the mode says; floor, round and casts don't. */
int main(void) {
  if (rint(2.5) != 2 || lrint(3.5) != 4 || nearbyintf(-2.5f) != -2) reach_error();
  fesetround(FE_UPWARD);
  if (rint(2.25) != 3 || lrint(-2.75) != -2 || nearbyintf(0.25f) != 1) reach_error();
  if (floor(2.75) != 2 || round(2.25) != 2 || (int)2.75 != 2 || lround(2.25) != 2) reach_error();
  fesetround(FE_DOWNWARD);
  if (rintf(2.75f) != 2 || lrint(-2.25) != -3 || llrint(0.5) != 0) reach_error();
  fesetround(FE_TOWARDZERO);
  if (rint(-2.75) != -2 || lrintf(2.75f) != 2 || !signbit(rint(-0.5))) reach_error();
  return 0;
}
