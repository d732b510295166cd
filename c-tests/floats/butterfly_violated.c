extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* On other numbers it is not. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a >= 1.0f && a <= 2.0f && b >= 0.0f && b <= 1.0f)) return 0;
  float sum = a + b, difference = a - b;
  if ((sum + difference) / 2 != a) reach_error();
  return 0;
}
