extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
int main(void) {
  long a = __VERIFIER_nondet_long();
  if (a == 9223372036854775807L) return 0;
  long b = (long)((unsigned long)a + 1ul);
  if (b <= a) reach_error();
  return 0;
}
