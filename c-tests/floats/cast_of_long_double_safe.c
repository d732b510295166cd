extern unsigned long long __VERIFIER_nondet_ulonglong(void);
/* The x87's format holds all integers of 64 bits, and the halves below 2^63. */
int main(void) {
  unsigned long long n = __VERIFIER_nondet_ulonglong();
  long double x = n;
  unsigned long long back = (unsigned long long)x;
  if (n < 9223372036854775808ULL) back = (unsigned long long)(x + 0.5L);
  return back > 7;
}
