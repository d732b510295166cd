extern float __VERIFIER_nondet_float(void);
/* Numbers that differ have a difference: it may be subnormal, but is not zero. */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x == y) return 0;
  return 1.0f / (x - y) > 7;
}
