/* Whether a pointer is into an array, asked of integers. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int table[8], other;

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 7) return 0;
  unsigned long at = (unsigned long)&table[i];
  if (at < (unsigned long)table || at > (unsigned long)&table[7]) reach_error();
  if (at == (unsigned long)&other || at == 0) reach_error();
  return 0;
}
