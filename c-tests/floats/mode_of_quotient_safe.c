#include <fenv.h>
extern void reach_error(void);
/* A third in each mode. */
static double third(void) {
  return 1.0 / 3.0;
}
int main(void) {
  if (fegetround() != FE_TONEAREST || third() != 0x1.5555555555555p-2) reach_error();
  if (fesetround(FE_UPWARD) || third() != 0x1.5555555555556p-2) reach_error();
  if (fesetround(FE_DOWNWARD) || third() != 0x1.5555555555555p-2) reach_error();
  if (-third() != -0x1.5555555555555p-2 || -1.0 / 3.0 != -0x1.5555555555556p-2) reach_error();
  if (fesetround(FE_TOWARDZERO) || -1.0 / 3.0 != -0x1.5555555555555p-2) reach_error();
  if (fesetround(FE_TONEAREST) || 2.0f / 3.0f != 0x1.555556p-1f) reach_error();
  fesetround(FE_TOWARDZERO);
  if (2.0f / 3.0f != 0x1.555554p-1f) reach_error();
  return 0;
}
