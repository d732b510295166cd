#include <fenv.h>
extern void reach_error(void);
/* But only those that are asked for. */
int main(void) {
  fexcept_t flags;
  if (fegetexceptflag(&flags, FE_INVALID | FE_INEXACT) || feraiseexcept(FE_INEXACT)) reach_error();
  if (flags & ~(FE_INVALID | FE_INEXACT)) reach_error();
  if (fetestexcept(FE_DIVBYZERO) & FE_OVERFLOW) reach_error();
  return 0;
}
