extern int __VERIFIER_nondet_int(void);
static int sum(int n, int m, int all[n][m]) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum ^= all[i][0];
  return sum;
}
int main(void) {
  int all[2][2] = {{1, 2}, {3, 4}};
  int m = __VERIFIER_nondet_int();
  if (m < 0 || m > 2) return 0;
  return sum(1, m, all);
}
