// Whether a place in the code is contracted is the same each time.
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

static double weighted(double a, double b, double c) {
  return a * b + c;
}

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double(), c = __VERIFIER_nondet_double();
  double first = weighted(a, b, c);
  double again = weighted(a, b, c);
  if (first == first && first != again) reach_error();
  return 0;
}
