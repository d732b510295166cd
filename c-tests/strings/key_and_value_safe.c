#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
  char line[5];
  for (int i = 0; i < 4; i++) line[i] = __VERIFIER_nondet_char();
  line[4] = 0;
  char *value = strchr(line, '=');
  if (!value) return 1;
  *value++ = 0;
  if (strlen(line) + strlen(value) > 3 || strchr(line, '=')) reach_error();
  return 0;
}
