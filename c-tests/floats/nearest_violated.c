// The nearest integer.
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  long n = lround(__VERIFIER_nondet_double());
  if (n == 3) reach_error();
  return 0;
}
