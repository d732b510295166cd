// A minus sign is not refused: "-1" is a very large number of lines.
#include <errno.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char text[3];
  text[0] = __VERIFIER_nondet_char();
  text[1] = __VERIFIER_nondet_char();
  text[2] = 0;
  errno = 0;
  unsigned long lines = strtoul(text, 0, 10);
  if (errno == 0 && lines > 99) reach_error();
  return 0;
}
