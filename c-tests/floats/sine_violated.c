#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > 1.5 && x < 1.6 && sin(x) > 0.9) reach_error();
  return 0;
}
