#include <stdio.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
/* Whatever follows the point: it is between 7 and 8. */
int main(void) {
  char text[] = "7.?", c = __VERIFIER_nondet_char();
  if (c < '1' || c > '9') return 0;
  text[2] = c;
  double x = 0;
  if (sscanf(text, "%lf", &x) == 1 && x > 7.05) reach_error();
  return 0;
}
