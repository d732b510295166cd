#include <fenv.h>
#include <math.h>
extern void reach_error(void);
/* The model rounds to nearest. */
int main(void) {
  double small = ldexp(3.0, -1075);
  fesetround(FE_UPWARD);
  if (ldexp(3.0, -1075) < small) reach_error();
  return 0;
}
