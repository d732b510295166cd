#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
/* The two halves of a buffer, but the length may be one too much. */
int main(void) {
  char buffer[8] = "abc";
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5) return 0;
  memcpy(buffer, buffer + 4, n > 4 ? n - 1 : n);
  memcpy(buffer + 3, buffer, n);
  return buffer[3];
}
