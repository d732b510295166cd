extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* An integrator with limits. */
int main(void) {
  float sum = 0.0f;
  while (1) {
    float error = __VERIFIER_nondet_float();
    if (!(error >= -10.0f && error <= 10.0f)) error = 0.0f;
    sum += error;
    if (sum > 100.0f) sum = 100.0f;
    if (sum < -100.0f) sum = -100.0f;
    if (!(sum >= -100.0f && sum <= 100.0f)) reach_error();
  }
  return 0;
}
