extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 14;
  long double x = 2;
  for (unsigned i = 0; i < n; i++) x = x * x;
  return x > 7;
}
