#include <string.h>
extern char __VERIFIER_nondet_char(void);
/* A line of nothing but spaces. */
int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char() & 1 ? 'x' : ' ';
  s[3] = 0;
  char *end = s + strlen(s) - 1;
  while (*end == ' ') end--;
  end[1] = 0;
  return s[0];
}
