extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A NaN passes through both comparisons. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x < -1.0f) x = -1.0f;
  if (x > 1.0f) x = 1.0f;
  if (!(x >= -1.0f && x <= 1.0f)) reach_error();
  return 0;
}
