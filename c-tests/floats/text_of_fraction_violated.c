#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
/* The machine's own library reads it when the run is confirmed. */
int main(void) {
  char text[] = "7.0";
  char c = __VERIFIER_nondet_char();
  if (c < '1' || c > '9') return 0;
  text[2] = c;
  double x = atof(text);
  if (x > 7.05) reach_error();
  return 0;
}
