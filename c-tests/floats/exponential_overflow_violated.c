#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0 && x < 1000)) return 0;
  double y = exp(x);
  return y > 2;
}
