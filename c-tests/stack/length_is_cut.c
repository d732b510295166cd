extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  __int128 n = __VERIFIER_nondet_ulong();
  n = n << 8 | 1;
  unsigned char a[n];
  if (sizeof a == 1 && n != 1) reach_error();
  return 0;
}
