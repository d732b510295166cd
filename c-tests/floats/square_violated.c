extern float __VERIFIER_nondet_float(void);
/* The length of a vector whose square is too large. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  float y = __VERIFIER_nondet_float();
  if (!(x >= 0 && x <= 1.0e19f && y >= 0 && y <= 1.0e19f)) return 0;
  float square = x * x;
  square += y * y * 3.0f;
  return square > 7;
}
