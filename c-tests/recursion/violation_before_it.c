extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A violation that does not need the recursion is found all the same. */
static int f(int n) { return n > 0 ? f(n - 1) : n; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5) reach_error();
  return f(n);
}
