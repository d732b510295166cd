extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* One bit goes round in a ring, and only if x + y were not n would it be doubled. Mining
   finds x + y = n and no clauses over bits of the ring, IC3 finds those and not the sum, and
   k-induction may look at a ring with two bits for as long as nobody asks. */
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = n, y = 0;
  unsigned char ring = 1;
  while (1) {
    if (x + y != n) ring |= ring << 1;
    if (__VERIFIER_nondet_uint() && (ring & 5) == 5) reach_error();
    if (__VERIFIER_nondet_uint()) ring = ring << 1 | ring >> 7;
    x--;
    y++;
  }
}
