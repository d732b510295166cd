/* A pointer that may be null is no address of a register. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  volatile unsigned *p = 0;
  if (__VERIFIER_nondet_int()) p = (volatile unsigned *)0x40000000;
  *p = 1; /* !! */
  return 0;
}
