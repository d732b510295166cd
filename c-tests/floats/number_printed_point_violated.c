#include <stdio.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  char text[400];
  double x = __VERIFIER_nondet_double();
  if (!(x > 5.1 && x < 5.9)) return 0;
  snprintf(text, sizeof text, "%.1f", x);
  if (text[1] == '.' && text[0] == '5') reach_error();
  return 0;
}
