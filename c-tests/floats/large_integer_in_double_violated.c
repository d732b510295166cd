extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
/* A double has 53 digits. */
int main(void) {
  long n = __VERIFIER_nondet_long();
  if (n < 0 || n > 1L << 60) return 0;
  double d = n;
  if ((long)d != n) reach_error();
  return 0;
}
