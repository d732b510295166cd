/* Neighbours that were swapped are in order. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static unsigned char a[1000];

int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_uchar();
  for (;;) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 999) break;
    if (a[k] > a[k + 1]) {
      unsigned char t = a[k];
      a[k] = a[k + 1];
      a[k + 1] = t;
    }
    if (a[k] > a[k + 1]) reach_error();
  }
  return 0;
}
