extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* There are subnormal numbers. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (__builtin_isfinite(x) && !__builtin_isnormal(x) && x > 0.0f) reach_error();
  return 0;
}
