#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
  char s[5];
  for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
  s[4] = 0;
  const char *at = strstr(s, "ok");
  if (at && (at[0] != 'o' || at[1] != 'k' || at > s + 2)) reach_error();
  if (!at && s[0] == 'o' && s[1] == 'k') reach_error();
  return 0;
}
