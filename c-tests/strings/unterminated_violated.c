// The character that is looked for need not stand in the array.
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_char();
  return strchr(a, '/') != 0;
}
