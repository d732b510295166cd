extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
/* 3 * 0xaaaaaaaaaaaaaaab is 1 modulo 2^64. */
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
  if (n != 3 || m == 0) return 0;
  unsigned char a[n][m];
  if (sizeof a == 1) reach_error();
  return 0;
}
