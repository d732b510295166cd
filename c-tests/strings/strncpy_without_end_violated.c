#include <string.h>
extern char __VERIFIER_nondet_char(void);
/* strncpy writes no terminator if the source is too long. */
int main(void) {
  char name[6], copy[4];
  for (int i = 0; i < 5; i++) name[i] = __VERIFIER_nondet_char();
  name[5] = 0;
  strncpy(copy, name, sizeof copy);
  return (int)strlen(copy);
}
