#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
/* Commands by name. */
static const char *const names[] = {"on", "off", "go"};
int main(void) {
  char word[4];
  for (int i = 0; i < 3; i++) word[i] = __VERIFIER_nondet_char();
  word[3] = 0;
  int found = -1;
  for (int i = 0; i < 3; i++)
    if (strcmp(word, names[i]) == 0) found = i;
  if (found == 1 && (word[0] != 'o' || word[1] != 'f' || word[2] != 'f')) reach_error();
  if (found == 2 && word[2] != 0) reach_error();
  return 0;
}
