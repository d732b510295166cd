extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A large number does not change by 1. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > 1.0f && x < 1000000000.0f)) return 0;
  if (x + 1.0f == x) reach_error();
  return 0;
}
