#include <fenv.h>
extern void reach_error(void);
/* It is refused, and nothing changes. */
int main(void) {
  fesetround(FE_UPWARD);
  if (fesetround(1) == 0 || fegetround() != FE_UPWARD) reach_error();
  return 0;
}
