#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
/* There is no null character. */
int main(void) {
  char text[2];
  text[0] = __VERIFIER_nondet_char();
  text[1] = '5';
  return atof(text) > 3;
}
