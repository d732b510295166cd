extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long n = __VERIFIER_nondet_ulonglong();
  long double x = n;
  x += 1.0L;
  return (unsigned long long)x > 7;
}
