#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double (*of[2])(double) = {sin, cos};
  double x = __VERIFIER_nondet_double();
  if (!(x > 0.1 && x < 0.2)) return 0;
  if (of[x > 0.15](x) > 0.5) reach_error();
  return 0;
}
