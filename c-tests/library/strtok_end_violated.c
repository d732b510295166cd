// There may be no second word.
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char line[3] = {'a', __VERIFIER_nondet_char(), 0};
  char *rest;
  strtok_r(line, "= ", &rest);
  char *value = strtok_r(0, "= ", &rest);
  return value[0];
}
