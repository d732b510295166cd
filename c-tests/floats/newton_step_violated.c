extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* At a start of zero it leaves all intervals. */
int main(void) {
  float r = __VERIFIER_nondet_float();
  if (!(r >= 0.0f && r <= 2.0f)) return 0;
  float next = 0.5f * (r + 2.0f / r);
  if (!(next <= 1000.0f)) reach_error();
  return 0;
}
