// Only what is computed can overflow: a fused operation has no product of its own.
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
  if (!(a >= 0.0f && a <= 1e10f && c >= -1.0f && c <= 1.0f)) return 0;
  float sum = a * a + c;
  return sum > 0.0f;
}
