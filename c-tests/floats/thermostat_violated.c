extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A measurement that is no number is taken for a good one. */
int main(void) {
  int on = 1;
  while (1) {
    float measured = __VERIFIER_nondet_float();
    if (measured < -50.0f || measured > 150.0f) continue;
    if (measured < 19.5f) on = 1;
    else if (measured > 20.5f) on = 0;
    if (on && !(measured <= 20.5f)) reach_error();
  }
  return 0;
}
