extern unsigned __VERIFIER_nondet_uint(void);
/* None of none. */
int main(void) {
  double part = __VERIFIER_nondet_uint(), all = __VERIFIER_nondet_uint();
  if (part > all) return 0;
  return part / all > 0.5;
}
