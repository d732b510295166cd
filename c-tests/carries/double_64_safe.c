extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  unsigned long s = 0;
  for (unsigned long i = 0; i < n; i++) {
    s += 2;
  }
  if (s != (unsigned long)(2 * n)) reach_error();
  return 0;
}
