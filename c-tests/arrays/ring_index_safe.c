extern unsigned char __VERIFIER_nondet_uchar(void);
/* Runs for ever; the index never leaves the buffer. */
int main(void) {
  unsigned char ring[8] = {0};
  unsigned i = 0;
  while (1) {
    ring[i] = __VERIFIER_nondet_uchar();
    i = (i + 1) % 8;
  }
}
