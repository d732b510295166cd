extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Sums are commutative. */
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  float x = a + b, y = b + a;
  if (x == x && x != y) reach_error();
  return 0;
}
