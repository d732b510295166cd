extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A controller whose parts and output are clamped. */
int main(void) {
  float integral = 0.0f, last = 0.0f;
  while (1) {
    float measured = __VERIFIER_nondet_float();
    if (!(measured >= 0.0f && measured <= 100.0f)) measured = 50.0f;
    float error = 50.0f - measured;
    integral += 0.125f * error;
    if (integral > 20.0f) integral = 20.0f;
    if (integral < -20.0f) integral = -20.0f;
    float output = 2.0f * error + integral + 0.5f * (error - last);
    last = error;
    if (output > 100.0f) output = 100.0f;
    if (output < 0.0f) output = 0.0f;
    if (!(output >= 0.0f && output <= 100.0f)) reach_error();
    if (!(last >= -50.0f && last <= 50.0f)) reach_error();
  }
  return 0;
}
