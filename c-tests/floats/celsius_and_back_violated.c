extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Degrees converted there and back. */
int main(void) {
  float celsius = __VERIFIER_nondet_float();
  if (!(celsius >= -50.0f && celsius <= 150.0f)) return 0;
  float fahrenheit = celsius * 1.8f + 32.0f;
  if ((fahrenheit - 32.0f) / 1.8f != celsius) reach_error();
  return 0;
}
