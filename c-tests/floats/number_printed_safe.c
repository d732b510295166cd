#include <stdio.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* 999.999 is rounded to 1000.00. */
int main(void) {
  char text[8];
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0 && x < 1000)) return 0;
  int n = sprintf(text, "%.2f", x);
  if (n < 4 || n > 7 || text[n] != 0) reach_error();
  return 0;
}
