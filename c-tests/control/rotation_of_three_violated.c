extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = 1, b = 2, c = 3, rounds = 0;
  while (__VERIFIER_nondet_int()) {
    int t = a;
    a = b;
    b = c;
    c = t;
    if (++rounds == 4 && a == 2) reach_error();
  }
  return 0;
}
