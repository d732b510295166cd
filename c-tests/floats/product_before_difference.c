extern float __VERIFIER_nondet_float(void);
/* The product overflows, though the sum is what it was: an infinity minus a number. */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(x > 0 && x < 1e30f && y > 0 && y < 1e30f)) return 0;
  return x * y - 1.0f > 7;
}
