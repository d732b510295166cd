extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort() & 0xff;
  unsigned char root = 0;
  while ((unsigned short)((root + 1) * (root + 1)) <= n) root++;
  if (root > 15) reach_error();
  return 0;
}
