#include <fenv.h>
#include <math.h>
extern void reach_error(void);
/* Registers of SSE have the mode, too. */
int main(void) {
  unsigned none = 0;
  fesetround(FE_DOWNWARD);
  if (1.0f / 3.0f >= 0x1.555556p-2f || 2.0 / 3.0 != 0x1.5555555555555p-1) reach_error();
  if (signbit((double)none)) reach_error();
  fesetround(FE_UPWARD);
  if (1.0f / 3.0f != 0x1.555556p-2f || fegetround() != FE_UPWARD) reach_error();
  return 0;
}
