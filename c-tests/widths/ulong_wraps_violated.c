extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  unsigned long b = a;
  b++;
  if (b == 0) reach_error();
  return 0;
}
