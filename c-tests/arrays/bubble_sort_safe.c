extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define N 4
int main(void) {
  unsigned char a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < N - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        unsigned char t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 1; i < N; i++)
    if (a[i - 1] > a[i]) reach_error();
  return 0;
}
