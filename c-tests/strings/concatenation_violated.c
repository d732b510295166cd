#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* Two options fit, three do not. */
int main(void) {
  char line[8] = "";
  if (__VERIFIER_nondet_bool()) strcat(line, "-v ");
  if (__VERIFIER_nondet_bool()) strcat(line, "-x ");
  if (__VERIFIER_nondet_bool()) strcat(line, "-q ");
  return line[0];
}
