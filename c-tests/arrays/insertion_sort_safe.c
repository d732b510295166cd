extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define N 4
int main(void) {
  signed char a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_char();
  for (int i = 1; i < N; i++) {
    signed char key = a[i];
    int j = i - 1;
    while (j >= 0 && a[j] > key) {
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = key;
  }
  for (int i = 1; i < N; i++)
    if (a[i - 1] > a[i]) reach_error();
  return 0;
}
