extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* The search for the least element skips one. */
#define N 4
int main(void) {
  unsigned char a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N - 1; i++) {
    int least = i;
    for (int j = i + 2; j < N; j++)
      if (a[j] < a[least]) least = j;
    unsigned char t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
  for (int i = 1; i < N; i++)
    if (a[i - 1] > a[i]) reach_error();
  return 0;
}
