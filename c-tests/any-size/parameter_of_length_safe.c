// The length comes with the array.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static void clear(int n, int a[n]) {
  for (int i = 0; i < n; i++) a[i] = 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int a[n];
  clear(n, a);
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n) __VERIFIER_assert(a[k] == 0);
  return 0;
}
