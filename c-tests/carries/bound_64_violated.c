extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  unsigned long i = 0;
  while (i < n) {
    i++;
    if (i == 5) i++;
  }
  if (i != n) reach_error();
  return 0;
}
