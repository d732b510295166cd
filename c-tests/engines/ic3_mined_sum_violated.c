extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* As ic3_mined_order_safe, with a sum; but the bit is doubled when y is 5. */
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = n, y = 0;
  unsigned char ring = 1;
  while (1) {
    if (x + y != n || y == 5) ring |= ring << 1;
    if (__VERIFIER_nondet_uint() && (ring & 6) == 6) reach_error();
    if (__VERIFIER_nondet_uint()) ring = ring << 1 | ring >> 7;
    x--;
    y++;
  }
}
