extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3 || n <= 0) return 0;
  int a[n];
  return sizeof a > 12;
}
