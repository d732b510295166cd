extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define N 5
int main(void) {
  unsigned char a[N], b[N];
  for (int i = 0; i < N; i++) a[i] = b[i] = __VERIFIER_nondet_uchar();
  for (int i = 0, j = N - 1; i < j; i++, j--) {
    unsigned char t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  for (int i = 0; i < N; i++)
    if (a[i] != b[N - 1 - i]) reach_error();
  return 0;
}
