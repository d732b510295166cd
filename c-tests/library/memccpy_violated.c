// Without the character there are more bytes than there is room for.
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char from[4] = {'a', __VERIFIER_nondet_char(), 'b', '/'}, to[2];
  return memccpy(to, from, '/', 4) == 0;
}
