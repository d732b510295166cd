extern unsigned __VERIFIER_nondet_uint(void);
/* A division by zero makes an infinity of what is not zero. */
int main(void) {
  double part = __VERIFIER_nondet_uint(), all = __VERIFIER_nondet_uint();
  if (part == 0) return 0;
  return part / all > 0.5;
}
