extern unsigned char __VERIFIER_nondet_uchar(void);
/* The end of the array's block leaves the older object alone. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 2 + 1;
  unsigned char *old = __builtin_alloca(n);
  old[0] = 1;
  {
    unsigned char a[n];
    a[0] = 2;
  }
  return old[0];
}
