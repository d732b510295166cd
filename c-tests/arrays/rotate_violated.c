extern unsigned char __VERIFIER_nondet_uchar(void);
/* Rotation to the left reads one behind the end. */
#define N 5
int main(void) {
  unsigned char a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_uchar();
  unsigned char first = a[0];
  for (int i = 0; i < N; i++) a[i] = a[i + 1];
  a[N - 1] = first;
  return 0;
}
