#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
/* What strdup gives must be freed, also if it is not used. */
int main(void) {
  char s[3] = {__VERIFIER_nondet_char(), 'x', 0};
  char *copy = strdup(s);
  if (!copy) return 1;
  if (copy[0] == 0) return 1;
  free(copy);
  return 0;
}
