#include <errno.h>
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (isnan(x)) return 0;
  errno = 0;
  double y = log(x);
  if (errno == EDOM) reach_error();
  return y > 2;
}
