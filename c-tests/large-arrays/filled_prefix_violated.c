/* The element behind the last one that was filled in still holds zero. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int a[1000000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n >= 1000000) return 0;
  for (int i = 0; i < n; i++) a[i] = 7;
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > n) return 0;
  if (a[k] != 7) reach_error();
  return 0;
}
