/* Arithmetic on integers is defined, however far it leads: a run goes on behind it where accesses are taken to be valid. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a, b, c[4];

int main(void) {
  int *p = __VERIFIER_nondet_int() ? &a : &b;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  c[i] = 1;
  *p = 2;
  unsigned long x = (unsigned long)p, y = x + (1UL << 62);
  if (y > x) reach_error();
  return 0;
}
