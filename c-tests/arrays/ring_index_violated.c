extern unsigned char __VERIFIER_nondet_uchar(void);
/* The index turns round one step too late. */
int main(void) {
  unsigned char ring[8] = {0};
  unsigned i = 0;
  while (1) {
    ring[i] = __VERIFIER_nondet_uchar();
    if (++i > 8) i = 0;
  }
}
