extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  unsigned __int128 wide = (unsigned __int128)a << 64 | a;
  if ((unsigned long)(wide >> 64) != (unsigned long)wide) reach_error();
  return 0;
}
