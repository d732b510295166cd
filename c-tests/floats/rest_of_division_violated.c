extern float __VERIFIER_nondet_float(void);
float fmodf(float, float);
/* The remainder by zero. */
int main(void) {
  float period = __VERIFIER_nondet_float();
  if (!(period >= 0 && period < 4.0f)) return 0;
  return fmodf(3.0f, period) > 1.0f;
}
