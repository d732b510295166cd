extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The rounding error of a sum, found exactly (Dekker), for numbers in order. */
int main(void) {
  float a = 1.0f + __VERIFIER_nondet_uchar() / 64.0f;
  float b = 0.5f + __VERIFIER_nondet_uchar() / 16777216.0f;
  float sum = a + b, error = b - (sum - a);
  if ((double)sum + (double)error != (double)a + (double)b) reach_error();
  return 0;
}
