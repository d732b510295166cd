// A word without a width may be longer than the array.
#include <stdio.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char line[4], word[3];
  for (int i = 0; i < 3; i++) line[i] = __VERIFIER_nondet_char();
  line[3] = 0;
  sscanf(line, "%s", word);
  return 0;
}
