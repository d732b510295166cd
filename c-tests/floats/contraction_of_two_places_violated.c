// Two places in the code may be treated differently.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
  if (!(a > 1.0f && a < 2.0f && c > -4.0f && c < -1.0f)) return 0;
  float one = a * a + c;
  float other = a * a + c;
  if (one != other) reach_error();
  return 0;
}
