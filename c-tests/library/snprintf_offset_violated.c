// The result of snprintf is not how much was written.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char line[10];
  size_t at = 0;
  at += snprintf(line + at, sizeof line - at, "x=%d", __VERIFIER_nondet_int());
  at += snprintf(line + at, sizeof line - at, ";");
  return 0;
}
