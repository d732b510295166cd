extern unsigned char __VERIFIER_nondet_uchar(void);
/* The counter overflows only in the last of 129 iterations. */
int main(void) {
  int budget = 2147483647 - 128;
  unsigned char n = __VERIFIER_nondet_uchar();
  for (unsigned char i = 0; i < n; i++) {
    budget++;
  }
  return 0;
}
