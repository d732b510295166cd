#include <string.h>
extern char __VERIFIER_nondet_char(void);
/* A line without an equals sign has no value. */
int main(void) {
  char line[5];
  for (int i = 0; i < 4; i++) line[i] = __VERIFIER_nondet_char();
  line[4] = 0;
  char *value = strchr(line, '=');
  *value++ = 0;
  return value[0];
}
