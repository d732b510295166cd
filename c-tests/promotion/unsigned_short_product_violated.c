extern unsigned short __VERIFIER_nondet_ushort(void);
/* Two unsigned shorts are promoted to int: 65535 * 65535 overflows it. */
int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
  unsigned product = a * b;
  return product == 1;
}
