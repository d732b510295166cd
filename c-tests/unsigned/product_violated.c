extern unsigned long __VERIFIER_nondet_ulong(void);
/* The size of an array: the product wraps around. */
int main(void) {
  unsigned long count = __VERIFIER_nondet_ulong();
  unsigned long bytes = count * 24;
  return bytes / 24 == count;
}
