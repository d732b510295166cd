extern unsigned __VERIFIER_nondet_uint(void);
/* The x87's format has a larger range than double, but it has one. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 20;
  long double x = 2;
  for (unsigned i = 0; i < n; i++) x = x * x;
  return x > 7;
}
