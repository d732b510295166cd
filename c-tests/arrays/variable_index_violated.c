extern int __VERIFIER_nondet_int(void);
/* The upper limit is one too high. */
int main(void) {
  int a[8] = {0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 8) return 0;
  a[i] = 1;
  return 0;
}
