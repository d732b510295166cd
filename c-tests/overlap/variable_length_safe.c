#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char buffer[8] = "abc";
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  memcpy(buffer + 4, buffer, n);
  return buffer[3];
}
