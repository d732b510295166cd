extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  unsigned short s = 0;
  for (unsigned short i = 0; i < n; i++) {
    s += 2;
  }
  if (s != (unsigned short)(2 * n)) reach_error();
  return 0;
}
