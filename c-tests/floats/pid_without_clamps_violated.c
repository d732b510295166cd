extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* The same with an integral that winds up. */
int main(void) {
  float integral = 0.0f;
  for (int i = 0; i < 20; i++) {
    float measured = __VERIFIER_nondet_float();
    if (!(measured >= 0.0f && measured <= 100.0f)) measured = 50.0f;
    integral += 0.125f * (50.0f - measured);
    if (integral > 20.0f) reach_error();
  }
  return 0;
}
