extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* The mean of two numbers lies between them. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a >= 0.0f && b <= 1000.0f && a <= b)) return 0;
  float mean = (a + b) / 2;
  if (!(mean >= a && mean <= b)) reach_error();
  return 0;
}
