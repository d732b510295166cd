extern float __VERIFIER_nondet_float(void);
/* 2147483647 is no float: the bound is 2147483648. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= -2147483648.0f && x <= 2147483647.0f)) return 0;
  return (int)x > 0;
}
