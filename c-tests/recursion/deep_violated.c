extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int sum(int n) { return n <= 0 ? 0 : sum(n - 1) + n; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  /* Only 40 calls deep. */
  if (sum(n) == 820) reach_error();
  return 0;
}
