#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* IEEE 754 calls it a division by zero. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = log(x) > 3 ? 1 : 2;
  if (x == 0) y += pow(x, -1) > 2 ? 1 : 0;
  return y > 2;
}
