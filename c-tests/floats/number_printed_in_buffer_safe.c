#include <stdio.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  char text[8];
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0 && x < 1000)) return 0;
  sprintf(text, "%.2f", x);
  return text[0];
}
