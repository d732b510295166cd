// Of two products that are added, either may be rounded.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a > 1.0f && a < 2.0f && b > 1.0f && b < 2.0f)) return 0;
  float zero = a * b - b * a;
  if (zero > 0.0f) reach_error();
  return 0;
}
