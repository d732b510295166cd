#include <string.h>
extern char __VERIFIER_nondet_char(void);
/* The index of the last character of an empty string is huge. */
int main(void) {
  char s[5];
  for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
  s[4] = 0;
  size_t i = 0, j = strlen(s) - 1;
  do {
    char c = s[i];
    s[i] = s[j];
    s[j] = c;
  } while (++i < --j);
  return 0;
}
