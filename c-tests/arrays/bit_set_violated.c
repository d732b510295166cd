extern unsigned char __VERIFIER_nondet_uchar(void);
/* Number 32 has no word. */
static unsigned char words[4];
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  if (n > 32) return 0;
  words[n / 8] |= (unsigned char)(1u << n % 8);
  return 0;
}
