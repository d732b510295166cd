/* An address behind a variable is none of a register, whatever is added to it. */
static unsigned shadow[2];
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  volatile unsigned *p = (volatile unsigned *)shadow;
  if (i <= 2) p[i] = 1; /* !! */
  return 0;
}
