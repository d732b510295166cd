/* strncpy fills up with zeros, and leaves no end if there is no room. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  char to[10], from[6];
  from[5] = 0;
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > sizeof to || k >= n) return 0;
  strncpy(to, from, n);
  size_t length = strlen(from);
  if (k < length ? to[k] != from[k] : to[k] != 0) reach_error();
  return 0;
}
