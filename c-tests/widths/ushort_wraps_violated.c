extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort();
  unsigned short b = a;
  b++;
  if (b == 0) reach_error();
  return 0;
}
