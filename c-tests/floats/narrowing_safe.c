extern double __VERIFIER_nondet_double(void);
/* Those before it become the largest float, though they are larger. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 0 && x < 0x1.ffffffp127)) return 0;
  float y = x;
  return y > 7;
}
