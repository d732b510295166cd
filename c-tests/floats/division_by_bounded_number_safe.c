// The divisor is at least one, so the quotient is no larger than the dividend.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float best = 0.0f;
  for (;;) {
    float x = __VERIFIER_nondet_float();
    if (!(x > -1000.0f && x < 1000.0f))
      continue;
    float y = 100.0f / (1.0f + x * x);
    if (y > best)
      best = y;
    if (!(best >= 0.0f && best <= 100.0f))
      reach_error();
  }
}
