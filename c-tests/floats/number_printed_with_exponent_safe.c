#include <stdio.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* A sign, a digit, a point, 3 digits, e, a sign, 3 digits. */
int main(void) {
  char text[12];
  int n = sprintf(text, "%.3e", __VERIFIER_nondet_double());
  if (n > 11 || n < 3) reach_error();
  return 0;
}
