extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* As ic3_mined_sum_safe, with an order: i <= n. */
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
