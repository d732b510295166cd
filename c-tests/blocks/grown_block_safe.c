/* A block that grows keeps what it held. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n == 0 || n > 20 || k >= n) return 0;
  unsigned char *p = malloc(n);
  memset(p, 0x5a, n);
  p = realloc(p, 2 * n);
  if (p[k] != 0x5a) reach_error();
  free(p);
  return 0;
}
