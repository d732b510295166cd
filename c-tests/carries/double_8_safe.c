extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned char s = 0;
  for (unsigned char i = 0; i < n; i++) {
    s += 2;
  }
  if (s != (unsigned char)(2 * n)) reach_error();
  return 0;
}
