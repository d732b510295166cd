extern float __VERIFIER_nondet_float(void);
/* The square of a small number is zero. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x == 0) return 0;
  return 1.0f / (x * x) > 7;
}
