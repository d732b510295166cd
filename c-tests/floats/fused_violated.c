extern void reach_error(void);
extern float fmaf(float, float, float);
extern float __VERIFIER_nondet_float(void);
/* A fused operation shows the rounding error. */
int main(void) {
  float a = __VERIFIER_nondet_float();
  if (!(a > 1.0f && a < 2.0f)) return 0;
  float square = a * a;
  if (fmaf(a, a, -square) != 0.0f) reach_error();
  return 0;
}
