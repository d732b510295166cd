/* Only what comes before the first difference is read. */
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[8], b[8];
  a[0] = 'a';
  b[0] = __VERIFIER_nondet_char();
  b[1] = 0;
  if (b[0] == 'a') a[1] = 0;
  return strcmp(a, b) == 0 && memchr(b, 0, 8) != 0;
}
