// An array of variable length: what a loop wrote is there, whatever the length.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  int own[n];
  for (int i = 0; i < n; i++) own[i] = i;
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= n) return 0;
  __VERIFIER_assert(own[k] == k);
  return 0;
}
