extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  long magnitude = a < 0 ? -a : a;
  return magnitude > 0;
}
