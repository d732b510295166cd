extern float __VERIFIER_nondet_float(void);
float sqrtf(float);
/* The discriminant is not checked. */
int main(void) {
  float p = __VERIFIER_nondet_float(), q = __VERIFIER_nondet_float();
  if (!(p > -100.0f && p < 100.0f && q > -100.0f && q < 100.0f)) return 0;
  return sqrtf(p * p - q) > 7;
}
