// No room for the end of the text of the smallest int.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[11];
  sprintf(text, "%d", __VERIFIER_nondet_int());
  return 0;
}
