// An array of any number of rows.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int rows[n][3];
  for (int i = 0; i < n; i++) {
    rows[i][0] = 1;
    rows[i][1] = 1;
    rows[i][2] = 1;
  }
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n) __VERIFIER_assert(rows[k][1] == 1);
  return 0;
}
