extern double __VERIFIER_nondet_double(void);
long lrint(double);
long long llround(double);
/* What they make of numbers that are too large is unspecified, not undefined (C17 7.12.9.5). */
int main(void) {
  double x = __VERIFIER_nondet_double();
  return lrint(x) > 7 || llround(x) > 7;
}
