extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Of numbers up to 15 no more than seven calls are needed. */
static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }
int main(void) {
  unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  if (a > 15 || b > 15) return 0;
  unsigned d = gcd(a, b);
  if (a != 0 && (d == 0 || d > 15)) reach_error();
  return 0;
}
