extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  short a = 32767;
  unsigned char b = __VERIFIER_nondet_uchar();
  b <<= 20;
  b = __VERIFIER_nondet_uchar();
  if (b == 200)
    b <<= 24;
  a <<= 17;
  return a + b;
}
