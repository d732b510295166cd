/* A small number that is added to an input is an offset, not the address of a device. */
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long base = __VERIFIER_nondet_ulong();
  *(volatile unsigned *)(base + 0x40) = 1; /* !! */
  return 0;
}
