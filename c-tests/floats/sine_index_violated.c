#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* One step is missing. */
int main(void) {
  int table[20] = {0};
  double x = __VERIFIER_nondet_double();
  if (!(x > 1.57079632 && x < 1.57079633)) return 0;
  return table[(int)((sin(x) + 1) * 10.00001)];
}
