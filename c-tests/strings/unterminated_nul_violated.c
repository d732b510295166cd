// Neither the character nor the end need stand in the array.
#define _GNU_SOURCE
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_char();
  return strchrnul(a, '/') == a;
}
