extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n == 0 || m == 0 || n > 3 || m > 4) return 0;
  __int128 k = n;
  short a[n][m];
  char b[k];
  b[n - 1] = 1;
  a[n - 1][m - 1] = b[n - 1];
  if (sizeof a != 2 * n * m || sizeof(int[m]) != 4 * m || a[n - 1][m - 1] != 1) reach_error();
  return 0;
}
