#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
  char name[6], copy[4] = "";
  for (int i = 0; i < 5; i++) name[i] = __VERIFIER_nondet_char();
  name[5] = 0;
  if (strlen(name) < sizeof copy) {
    strcpy(copy, name);
    if (strcmp(copy, name) != 0) reach_error();
  }
  return 0;
}
