#include <stdio.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[] = "?;5", c = __VERIFIER_nondet_char();
  if (c < '0' || c > '9') return 0;
  text[0] = c;
  double x = 0;
  float y = 0;
  if (sscanf(text, "%lf;%f", &x, &y) != 2 || x != c - '0' || y != 5) reach_error();
  return 0;
}
