#include <stdio.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  char text[16];
  double x = __VERIFIER_nondet_double();
  int n = sprintf(text, "%.3e", x);
  if (n > 10) reach_error();
  return 0;
}
