// Comparisons with a NaN fail, so it passes both limits.
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  float level = 0.0f;
  while (__VERIFIER_nondet_int()) {
    float in = __VERIFIER_nondet_float();
    if (in < -8.0f)
      in = -8.0f;
    if (in > 8.0f)
      in = 8.0f;
    level = 0.5f * level + 0.5f * in;
    if (!(level <= 8.0f))
      reach_error();
  }
  return 0;
}
