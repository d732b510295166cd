#include <fenv.h>
extern void reach_error(void);
/* The function that is called leaves its mode behind. */
static double up(double a, double b) {
  fesetround(FE_UPWARD);
  return a + b;
}
int main(void) {
  double sum = up(1, 0x1p-60);
  if (sum != 0x1.0000000000001p0) return 0;
  if (1 + 0x1p-60 + 0x1p-60 > 1) reach_error();
  return 0;
}
