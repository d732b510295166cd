extern unsigned char __VERIFIER_nondet_uchar(void);
extern void free(void *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 3 + 1;
  char a[n];
  a[0] = 1;
  free(a);
  return 0;
}
