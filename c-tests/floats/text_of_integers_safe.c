#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
/* Integers are exact, and it is known where they end. */
int main(void) {
  char text[3], *end;
  for (int i = 0; i < 2; i++) text[i] = __VERIFIER_nondet_char();
  text[2] = 0;
  double x = strtod(text, &end);
  if (end < text || end > text + 2) reach_error();
  if (text[0] >= '0' && text[0] <= '9' && text[1] == 0 && x != text[0] - '0') reach_error();
  if (end == text && x != 0) reach_error();
  return 0;
}
