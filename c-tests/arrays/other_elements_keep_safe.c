extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A write changes the element at its index and no other. */
int main(void) {
  short a[6], before;
  unsigned i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
  if (i >= 6 || j >= 6 || i == j) return 0;
  for (int k = 0; k < 6; k++) a[k] = __VERIFIER_nondet_uchar();
  before = a[j];
  a[i] = -1;
  if (a[j] != before || a[i] != -1) reach_error();
  return 0;
}
