/* A pointer that is made of 0 is null, whatever it was computed from. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a[4];

int main(void) {
  unsigned long x = (unsigned long)a, n = __VERIFIER_nondet_ulong();
  if (n >= (1UL << 47)) return 0;
  int *q = (int *)(x - n);
  if (!q) reach_error();
  return 0;
}
