extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Classes exclude each other. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  int nan = __builtin_isnan(x) != 0, infinite = __builtin_isinf(x) != 0;
  int normal = __builtin_isnormal(x) != 0;
  if (nan + infinite + normal > 1) reach_error();
  if (__builtin_isfinite(x) && (nan || infinite)) reach_error();
  return 0;
}
