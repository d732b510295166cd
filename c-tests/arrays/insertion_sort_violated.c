extern char __VERIFIER_nondet_char(void);
/* The element is read before its index is checked. */
#define N 4
int main(void) {
  signed char a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_char();
  for (int i = 1; i < N; i++) {
    signed char key = a[i];
    int j = i - 1;
    while (a[j] > key && j >= 0) {
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = key;
  }
  return 0;
}
