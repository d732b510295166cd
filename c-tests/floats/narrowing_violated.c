extern double __VERIFIER_nondet_double(void);
/* The first number that is rounded to infinity lies in the middle between the largest float and
   2^128. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 0 && x <= 0x1.ffffffp127)) return 0;
  float y = x;
  return y > 7;
}
