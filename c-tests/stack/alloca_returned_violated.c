extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char *make(unsigned n) {
  unsigned char *a = __builtin_alloca(n);
  a[0] = 1;
  return a;
}
int main(void) {
  unsigned char *a = make(__VERIFIER_nondet_uchar() % 3 + 1);
  return a[0];
}
