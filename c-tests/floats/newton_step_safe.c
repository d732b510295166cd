extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A step of Newton's iteration for the square root of 2 stays in its interval. */
int main(void) {
  float r = __VERIFIER_nondet_float();
  if (!(r >= 1.0f && r <= 2.0f)) return 0;
  float next = 0.5f * (r + 2.0f / r);
  if (!(next >= 1.25f && next <= 1.5f)) reach_error();
  return 0;
}
