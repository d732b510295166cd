extern int __VERIFIER_nondet_int(void);
/* The other direction: below INT_MIN. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a >= 0) return 0;
  int sum = a + -1;
  return sum < 0;
}
