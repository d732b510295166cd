extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int total = 0;
  unsigned char n = __VERIFIER_nondet_uchar();
  for (unsigned char i = 0; i < n; i++) {
    if (total < 1000) total++;
  }
  return 0;
}
