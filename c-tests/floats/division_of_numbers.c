extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int half = n / 2;
  double part = 100 / (double)half;
  return part > 7;
}
