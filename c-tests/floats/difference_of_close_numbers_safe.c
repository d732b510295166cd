extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* The difference of numbers within a factor of two is exact (Sterbenz). */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(y >= 1.0f && y <= 1000.0f && x >= y / 2 && x <= 2 * y)) return 0;
  float difference = x - y;
  if (difference + y != x) reach_error();
  return 0;
}
