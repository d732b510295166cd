extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* A number that is not large changes by 1. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > 0.0f && x < 1000000.0f)) return 0;
  if (x + 1.0f <= x) reach_error();
  return 0;
}
