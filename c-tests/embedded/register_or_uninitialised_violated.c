/* Where nothing was written yet the pointer is no number of the text. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  volatile unsigned *p;
  if (__VERIFIER_nondet_int()) p = (volatile unsigned *)0x40000000;
  *p = 1; /* !! */
  return 0;
}
