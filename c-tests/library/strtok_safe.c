// Words between commas, however many.
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char line[2] = {__VERIFIER_nondet_char(), 0};
  char *word = strtok(line, ",");
  if (word && (word[0] == 0 || word[0] == ',')) reach_error();
  if (!word && line[0] != 0 && line[0] != ',') reach_error();
  return 0;
}
