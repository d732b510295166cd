/* No element is larger than the maximum. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static unsigned char a[3000];

int main(void) {
  int max = 0;
  for (int i = 0; i < 3000; i++) a[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 3000; i++)
    if (a[i] > max) max = a[i];
  for (int i = 0; i < 3000; i++)
    if (a[i] > max) reach_error();
  return 0;
}
