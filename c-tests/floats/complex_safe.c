// Sums and products of complex numbers, part by part.
#include <complex.h>
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
  double x = __VERIFIER_nondet_short();
  double _Complex a = x + 2.0 * I;
  double _Complex square = a * a;
  if (creal(square) != x * x - 4.0) reach_error();
  if (cimag(square) != 4.0 * x) reach_error();
  if (a + a != 2.0 * a) reach_error();
  return 0;
}
