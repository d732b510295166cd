extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* One bit goes round in a ring, and only if i were above n would it be doubled. Mining finds
   i <= n and no clauses over bits of the ring, IC3 finds those and not the order, and
   k-induction may look at a ring with two bits for as long as nobody asks. */
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0;
  unsigned char ring = 1;
  while (1) {
    if (i > n) ring |= ring << 1;
    if (__VERIFIER_nondet_uint() && (ring & 5) == 5) reach_error();
    if (__VERIFIER_nondet_uint()) ring = ring << 1 | ring >> 7;
    if (i < n) i++;
  }
}
