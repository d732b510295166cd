#include <string.h>
extern char __VERIFIER_nondet_char(void);
/* A negative length passes the check and becomes a huge size. */
int main(void) {
  char from[8] = "message", to[8];
  signed char n = __VERIFIER_nondet_char();
  if (n > 8) return 0;
  memcpy(to, from, n);
  return n > 0 ? to[0] : 0;
}
