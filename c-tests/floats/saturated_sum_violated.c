extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* One whose limits do not catch what is no number. */
int main(void) {
  float sum = 0.0f;
  while (1) {
    sum += __VERIFIER_nondet_float();
    if (sum > 100.0f) sum = 100.0f;
    if (sum < -100.0f) sum = -100.0f;
    if (!(sum >= -100.0f && sum <= 100.0f)) reach_error();
  }
  return 0;
}
