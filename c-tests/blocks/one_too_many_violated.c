/* A length is checked against the wrong array. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  char from[16] = {0}, to[15];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > sizeof from) return 0;
  memcpy(to, from, n);
  return n > 0 && to[0];
}
