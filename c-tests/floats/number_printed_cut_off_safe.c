#include <stdio.h>
extern double __VERIFIER_nondet_double(void);
/* However large it is. */
int main(void) {
  char text[8];
  snprintf(text, sizeof text, "%g", __VERIFIER_nondet_double());
  return text[7];
}
