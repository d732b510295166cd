extern unsigned char __VERIFIER_nondet_uchar(void);
/* The array ends with its block. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 3 + 1;
  unsigned char *kept;
  {
    unsigned char a[n];
    a[0] = 1;
    kept = a;
  }
  return kept[0];
}
