#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
/* It does not: that rests on a number between 7 and 8 that the text does not say. */
int main(void) {
  char text[] = "7.0";
  char c = __VERIFIER_nondet_char();
  if (c < '1' || c > '2') return 0;
  text[2] = c;
  double x = atof(text);
  if (x > 7.9) reach_error();
  return 0;
}
