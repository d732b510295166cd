extern int __VERIFIER_nondet_int(void);
/* INT_MIN / -1 is not representable. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (b == 0) return 0;
  return a / b;
}
