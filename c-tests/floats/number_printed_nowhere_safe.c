#include <stdio.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > -10 && x < 10)) return 0;
  int n = snprintf(0, 0, "%5.1f|", x);
  if (n != 6) reach_error();
  return 0;
}
