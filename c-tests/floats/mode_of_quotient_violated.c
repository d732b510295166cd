#include <fenv.h>
extern void reach_error(void);
/* Upwards a third is larger than to nearest. */
int main(void) {
  double third = 1.0 / 3.0;
  fesetround(FE_UPWARD);
  if (1.0 / 3.0 != third) reach_error();
  return 0;
}
