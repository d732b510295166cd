#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
/* strlen and a loop of our own agree. */
int main(void) {
  char s[6];
  for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  const char *p = s;
  while (*p) p++;
  if (strlen(s) != (size_t)(p - s) || strlen(s) > 5) reach_error();
  return 0;
}
