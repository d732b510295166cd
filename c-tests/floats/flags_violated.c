#include <fenv.h>
extern void reach_error(void);
/* Which flags are set is not known. */
int main(void) {
  feclearexcept(FE_ALL_EXCEPT);
  if (fetestexcept(FE_OVERFLOW)) reach_error();
  return 0;
}
