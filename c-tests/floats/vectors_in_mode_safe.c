#include <fenv.h>
extern void reach_error(void);
typedef float four __attribute__((vector_size(16)));
/* Vectors are rounded like numbers. */
int main(void) {
  four ones = {1, 1, 1, -1};
  fesetround(FE_UPWARD);
  four thirds = ones / 3.0f;
  if (thirds[0] != 0x1.555556p-2f || thirds[3] != -0x1.555554p-2f) reach_error();
  four constant = (four){1, 1, 1, 1} / (four){3, 3, 3, 3};
  fesetround(FE_DOWNWARD);
  thirds = (four){1, 1, 1, 1} / (four){3, 3, 3, 3};
  if (thirds[1] != 0x1.555554p-2f || constant[2] != 0x1.555556p-2f) reach_error();
  return 0;
}
