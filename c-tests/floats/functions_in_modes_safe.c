#include <fenv.h>
#include <math.h>
extern void reach_error(void);
/* A root, a product with a sum rounded once, a positive difference, in two modes. */
int main(void) {
  double three = 3, third = 0x1.5555555555555p-2;
  fesetround(FE_UPWARD);
  if (sqrt(three) != 0x1.bb67ae8584cabp+0 || fma(third, three, -1.0) != -0x1p-54) reach_error();
  if (fdim(1.0, third) != 0x1.5555555555556p-1 || fdim(third, 1.0) != 0) reach_error();
  fesetround(FE_DOWNWARD);
  if (sqrt(three) != 0x1.bb67ae8584caap+0 || sqrtf(3.0f) != 0x1.bb67aep+0f) reach_error();
  if (fdim(1.0, third) != 0x1.5555555555555p-1) reach_error();
  if (fmod(7.0, 2.5) != 2.0 || remainder(7.0, 2.5) != -0.5) reach_error();
  return 0;
}
