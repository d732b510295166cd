extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A clamped number, also of a NaN. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= -1.0f)) x = -1.0f;
  if (x > 1.0f) x = 1.0f;
  float y = x * 0.5f;
  if (!(y >= -0.5f && y <= 0.5f)) reach_error();
  return 0;
}
