// inttypes.h: numbers of the largest type.
#include <inttypes.h>
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);

int main(void) {
  intmax_t n = __VERIFIER_nondet_longlong();
  if (n <= -1000 || n >= 1000) return 0;
  imaxdiv_t parts = imaxdiv(n, 7);
  if (parts.quot * 7 + parts.rem != n || imaxabs(parts.rem) > 6) reach_error();
  return 0;
}
