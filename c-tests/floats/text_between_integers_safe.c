#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[] = "7.123";
  char c = __VERIFIER_nondet_char();
  if (c < '0' || c > '9') return 0;
  text[4] = c;
  double x = atof(text);
  if (x < 7 || x > 8) reach_error();
  return 0;
}
