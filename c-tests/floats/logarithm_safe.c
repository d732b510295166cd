#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = log(x);
  if (x >= 1 && !(y >= 0)) reach_error();
  if (x < 0 && y == y) reach_error();
  if (x == 0 && !(isinf(y) && y < 0)) reach_error();
  return 0;
}
