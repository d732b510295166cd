extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Made in a block that ends before its function does. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 3 + 1;
  unsigned char *a = 0;
  if (n > 1) a = __builtin_alloca(n);
  if (a) {
    a[n - 1] = 5;
    if (a[n - 1] != 5) reach_error();
  }
  return 0;
}
