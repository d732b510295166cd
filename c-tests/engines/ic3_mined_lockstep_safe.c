extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* As ic3_mined_order_safe, with two counters in lockstep. */
int main(void) {
  unsigned long x = 0, y = 0;
  unsigned char ring = 1;
  while (1) {
    if (x != y) ring |= ring << 1;
    if (__VERIFIER_nondet_uint() && (ring & 5) == 5) reach_error();
    if (__VERIFIER_nondet_uint()) ring = ring << 1 | ring >> 7;
    if (__VERIFIER_nondet_uint()) {
      x += 3;
      y += 3;
    }
  }
}
