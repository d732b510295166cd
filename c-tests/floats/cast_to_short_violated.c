extern float __VERIFIER_nondet_float(void);
/* A conversion that nobody wrote, one too far. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -32769.0f && x <= 32768.0f)) return 0;
  short sample = x;
  return sample > 0;
}
