extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A 37-bit integer wraps at 2^37. */
int main(void) {
  unsigned _BitInt(37) a = (unsigned)__VERIFIER_nondet_int();
  unsigned _BitInt(37) b = a * (unsigned _BitInt(37))64;
  if (b / 64u != a && a < 0x80000000u) reach_error();
  return 0;
}
