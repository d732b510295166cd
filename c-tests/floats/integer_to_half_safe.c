extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= -65520 || n >= 65520) return 0;
  _Float16 x = n;
  return x > 7;
}
