extern unsigned char __VERIFIER_nondet_uchar(void);
/* An array whose length is known at run time. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 4 + 1;
  unsigned char a[n];
  for (unsigned i = 0; i < n; i++) a[i] = (unsigned char)i;
  return a[n - 1];
}
