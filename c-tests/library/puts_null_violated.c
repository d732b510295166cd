// puts needs a string.
#include <stdio.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char path[4] = {'a', __VERIFIER_nondet_char(), 'b', 0};
  puts(strchr(path, '/'));
  return 0;
}
