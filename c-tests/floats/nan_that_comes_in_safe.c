extern float __VERIFIER_nondet_float(void);
float sqrtf(float);
/* A NaN is handed on by what it is an operand of, which made none; -0 has a root. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  float y = x + 1.0f;
  y = y * 2.0f;
  if (x < 0) return 0;
  return sqrtf(x) + y > 7;
}
