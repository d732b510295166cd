extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A switch with hysteresis: it is on below, off above. */
int main(void) {
  int on = 0;
  float temperature = 20.0f;
  while (1) {
    float measured = __VERIFIER_nondet_float();
    if (!(measured > -50.0f && measured < 150.0f)) continue;
    temperature = measured;
    if (temperature < 19.5f) on = 1;
    else if (temperature > 20.5f) on = 0;
    if (on && temperature > 20.5f) reach_error();
    if (!on && temperature < 19.5f) reach_error();
  }
  return 0;
}
