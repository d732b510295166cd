#include <string.h>
extern char __VERIFIER_nondet_char(void);
/* A name of seven characters has eight bytes. */
int main(void) {
  char name[8], copy[7];
  for (int i = 0; i < 7; i++) name[i] = __VERIFIER_nondet_char();
  name[7] = 0;
  strcpy(copy, name);
  return copy[0];
}
