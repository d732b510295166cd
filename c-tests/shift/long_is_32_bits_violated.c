extern int __VERIFIER_nondet_int(void);
/* The same program is wrong where long has 32 bits. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 63) return 0;
  unsigned long bit = 1ul << n;
  return bit == 0;
}
