// Functions of math.h may fail, and then errno says why; what they compute does not matter.
#include <errno.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  errno = 0;
  double root = sqrt(__VERIFIER_nondet_double());
  if (errno == EDOM) reach_error();
  return 0;
}
