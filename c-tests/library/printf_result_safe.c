// The result is the number of characters, or negative.
#include <stdio.h>
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
  int n = printf("[%5d]%s", __VERIFIER_nondet_short(), "!");
  if (n >= 0 && (n < 8 || n > 9)) reach_error();
  return 0;
}
