extern unsigned __VERIFIER_nondet_uint(void);
/* What is left of a budget, where more may be spent than there is. */
int main(void) {
  unsigned budget = 100, spent = __VERIFIER_nondet_uint() % 120;
  unsigned left = budget - spent;
  return left == 0;
}
