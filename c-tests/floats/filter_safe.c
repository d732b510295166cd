extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A filter of first order, three steps. */
int main(void) {
  float y = 0.0f;
  for (int i = 0; i < 3; i++) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= -1.0f && x <= 1.0f)) x = 0.0f;
    y = 0.5f * y + 0.5f * x;
  }
  if (!(y >= -1.0f && y <= 1.0f)) reach_error();
  return 0;
}
