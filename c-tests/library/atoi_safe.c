#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
/* At most two characters: the value is small. */
int main(void) {
  char s[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  int n = atoi(s);
  if (n < -9 || n > 99) reach_error();
  if (s[0] == '-' && s[1] == '7' && n != -7) reach_error();
  return 0;
}
