#include <stdio.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* The digits are arbitrary. */
int main(void) {
  char text[16];
  double x = __VERIFIER_nondet_double();
  if (x != 2.5) return 0;
  snprintf(text, sizeof text, "%.1f", x);
  if (text[0] == '7') reach_error();
  return 0;
}
