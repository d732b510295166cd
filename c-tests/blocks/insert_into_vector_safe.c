/* The tail of a vector is moved by one element to make room. */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int v[8] = {0};
  unsigned n = __VERIFIER_nondet_uint() % 7, at = __VERIFIER_nondet_uint();
  if (at > n) return 0;
  for (unsigned i = 0; i < n; i++) v[i] = (int)i;
  memmove(v + at + 1, v + at, (n - at) * sizeof *v);
  v[at] = 100;
  for (unsigned i = 0; i <= n; i++)
    if (v[i] != (i < at ? (int)i : i == at ? 100 : (int)i - 1)) reach_error();
  return 0;
}
