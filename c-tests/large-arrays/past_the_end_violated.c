/* The last round of the loop is one too many. */
extern int __VERIFIER_nondet_int(void);

static short a[5000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 4999 || n > 5000) return 0;
  for (int i = n - 2; i <= n; i++) a[i] = 1;
  return a[0];
}
