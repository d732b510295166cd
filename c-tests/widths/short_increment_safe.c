extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
int main(void) {
  short a = __VERIFIER_nondet_short();
  if (a == 32767) return 0;
  short b = (short)((unsigned long)a + 1ul);
  if (b <= a) reach_error();
  return 0;
}
