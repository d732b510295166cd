#include <stdio.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  char text[8];
  double x = __VERIFIER_nondet_double();
  sprintf(text, "%f", x);
  return text[0];
}
