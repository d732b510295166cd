// A string that is at its end is not one that does not fit.
#include <stdio.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char line[2] = {__VERIFIER_nondet_char(), 0};
  int digit = -3;
  int results = sscanf(line, "%1d", &digit);
  if (results == 1 && (digit < 0 || digit > 9)) reach_error();
  if (results == 0 && (line[0] == 0 || line[0] == ' ' || digit != -3)) reach_error();
  if (results == -1 && line[0] == 'x') reach_error();
  if (results < -1 || results > 1) reach_error();
  return 0;
}
