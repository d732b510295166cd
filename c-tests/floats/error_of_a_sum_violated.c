extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* If the second one is larger it is not exact. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a >= 0.0f && a <= 1.0f && b >= 1000.0f && b <= 2000.0f)) return 0;
  float sum = a + b, error = b - (sum - a);
  if ((double)sum + (double)error != (double)a + (double)b) reach_error();
  return 0;
}
