extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Differences count elements, not bytes; order is that of the indices. */
int main(void) {
  long a[10];
  unsigned i = __VERIFIER_nondet_uchar() % 11, j = __VERIFIER_nondet_uchar() % 11;
  long *p = a + i, *q = &a[j];
  if (q - p != (int)j - (int)i) reach_error();
  if ((p < q) != (i < j) || (p == q) != (i == j)) reach_error();
  return 0;
}
