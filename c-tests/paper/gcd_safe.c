extern signed char __VERIFIER_nondet_schar(void);
extern void reach_error(void);
/* Euclid's algorithm on two small numbers: where the second divides the first, it is the
   greatest common divisor. */
int main(void) {
  int x = __VERIFIER_nondet_schar();
  int y = __VERIFIER_nondet_schar();
  if (y > 0) {
    if (x < 0) x = -x;
    unsigned int a = x, b = y;
    if (a % b == 0) {
      while (b != 0) {
        unsigned int rest = a % b;
        a = b;
        b = rest;
      }
      if (a != y) reach_error();
    }
  }
  return 0;
}
