// Only letters have two cases.
#include <strings.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[2] = {__VERIFIER_nondet_char(), 0}, b[2] = {__VERIFIER_nondet_char(), 0};
  int order = strcasecmp(a, b);
  if (order == 0 && a[0] != b[0] && (a[0] ^ b[0]) != 32) reach_error();
  if ((strcasecmp(b, a) < 0) != (order > 0)) reach_error();
  if (strncasecmp("Keep", "kEEper", 4) != 0) reach_error();
  return 0;
}
