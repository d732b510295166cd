#include <fenv.h>
extern void reach_error(void);
/* Initial values of static variables are computed before, to nearest (C17 F.8.2). */
static const float tenth = 0.1;
int main(void) {
  static float other = 1.0f / 10.0f;
  fesetround(FE_DOWNWARD);
  float here = 1.0f / 10.0f;
  if (tenth != other || !(here < other)) reach_error();
  return 0;
}
