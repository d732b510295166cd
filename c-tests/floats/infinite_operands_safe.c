extern double __VERIFIER_nondet_double(void);
/* Infinities that come in are none of an overflow, nor is one of a division by zero. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  double inverse = 0;
  if (x - x != 0) {
    double more = x + 1e308;
    more = more * 2.0;
    return more > 7;
  }
  if (x == 0) inverse = 1.0 / x;
  return inverse > 7;
}
