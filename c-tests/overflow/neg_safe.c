extern long __VERIFIER_nondet_long(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  if (a == (-9223372036854775807L - 1)) return 0;
  long magnitude = a < 0 ? -a : a;
  return magnitude > 0;
}
