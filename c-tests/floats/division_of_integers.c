extern int __VERIFIER_nondet_int(void);
/* An integer division by zero is another property than one of numbers. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  int whole = 100 / n;
  double half = whole / 2.0;
  return half > 7;
}
