// Runs that don't come to the constant condition go wrong by themselves, and so do those that come to
// its function.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k == 6)
    k = 2147483647 + (k - 5);
  if (k == 5) {
    if (1 << 31)
      k = 2;
  }
  return k;
}
