// A filter of the first order: its gains are more than one together.
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  float state = 0.0f;
  while (__VERIFIER_nondet_int()) {
    float in = __VERIFIER_nondet_float();
    if (!(in >= -1.0f && in <= 1.0f))
      in = 0.0f;
    state = 0.875f * state + 0.5f * in;
    if (!(state >= -1.0f && state <= 1.0f))
      reach_error();
  }
  return 0;
}
