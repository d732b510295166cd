extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Two variables swap in each round: both are read before either is written. */
int main(void) {
  int a = 3, b = 8;
  while (__VERIFIER_nondet_int()) {
    int t = a;
    a = b;
    b = t;
    if (a == b) reach_error();
    if (a + b != 11) reach_error();
  }
  return 0;
}
