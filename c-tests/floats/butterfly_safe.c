extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
/* A butterfly of the Fourier transform, on small integers: it is exact. */
int main(void) {
  int a = __VERIFIER_nondet_uchar() % 16 - 8, b = __VERIFIER_nondet_uchar() % 16 - 8;
  float sum = (float)a + (float)b, difference = (float)a - (float)b;
  if ((sum + difference) / 2 != (float)a || (sum - difference) / 2 != (float)b) reach_error();
  return 0;
}
