extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
/* The successor of the largest long. */
int main(void) {
  long a = __VERIFIER_nondet_long();
  long b = (long)((unsigned long)a + 1ul);
  if (b < a) reach_error();
  return 0;
}
