extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
/* Any limit will do that is large and odd. */
int main(void) {
  long n = __VERIFIER_nondet_long();
  long i = 0;
  if (n < 1000000000000l) return 0;
  while (i < n) i += 2;
  if (i > n) reach_error();
  return 0;
}
