extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned budget = 100, spent = __VERIFIER_nondet_uint() % 120;
  unsigned left = spent <= budget ? budget - spent : 0;
  unsigned char small = 250;
  small += 10; /* int arithmetic, and a conversion */
  return left == small;
}
