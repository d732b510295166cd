extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
/* The successor of the largest short. */
int main(void) {
  short a = __VERIFIER_nondet_short();
  short b = (short)((unsigned long)a + 1ul);
  if (b < a) reach_error();
  return 0;
}
