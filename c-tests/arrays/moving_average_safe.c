extern unsigned char __VERIFIER_nondet_uchar(void);
/* A window over a stream that does not end. */
int main(void) {
  unsigned char window[4] = {0}, at = 0;
  unsigned short sum = 0;
  while (1) {
    sum -= window[at];
    window[at] = __VERIFIER_nondet_uchar();
    sum += window[at];
    at = at == 3 ? 0 : at + 1;
    if (sum / 4 == 256) return 1;
  }
}
