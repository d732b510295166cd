extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  static void *const labels[] = {&&a, &&b};
  goto *labels[__VERIFIER_nondet_int() & 1];
a:
  return 0;
b:
  reach_error();
  return 1;
}
