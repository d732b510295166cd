// What is not there is not stored.
#include <stdio.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char line[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  int value = 100;
  sscanf(line, "%d", &value);
  if (value > 99) reach_error();
  return 0;
}
