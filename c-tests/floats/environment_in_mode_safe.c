#include <fenv.h>
extern void reach_error(void);
/* An environment has the mode. */
int main(void) {
  fenv_t before, held;
  fesetround(FE_UPWARD);
  fegetenv(&before);
  fesetenv(FE_DFL_ENV);
  if (fegetround() != FE_TONEAREST || 1.0f / 3.0f + 0x1p-60f != 1.0f / 3.0f) reach_error();
  feholdexcept(&held);
  fesetround(FE_DOWNWARD);
  if (fesetenv(&before) || fegetround() != FE_UPWARD) reach_error();
  if (1.0f + 0x1p-60f == 1.0f) reach_error();
  if (feupdateenv(&held) || fegetround() != FE_TONEAREST) reach_error();
  return 0;
}
