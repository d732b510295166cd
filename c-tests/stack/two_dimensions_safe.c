extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static int last(int n, int m, int a[n][m]) { return a[n - 1][m - 1]; }
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 2 + 1;
  int a[n][2];
  a[n - 1][1] = n;
  if (last(n, 2, a) != n) reach_error();
  return 0;
}
