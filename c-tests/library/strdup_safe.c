#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
  s[3] = 0;
  char *copy = strdup(s);
  if (!copy) return 1;
  if (strcmp(copy, s) != 0) reach_error();
  free(copy);
  return 0;
}
