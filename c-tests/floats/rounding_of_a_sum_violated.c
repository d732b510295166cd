extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Sums are not associative. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
  if (!(a > 0.0f && a < 100.0f && b > 0.0f && b < 100.0f && c > 0.0f && c < 100.0f)) return 0;
  if ((a + b) + c != a + (b + c)) reach_error();
  return 0;
}
