// Whether the product is rounded before the sum is up to the compiler where there is an instruction
// for both.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a > 1 && a < 2 && b > 1 && b < 2)) return 0;
  float both = a * b + 1;
  if (both < 2) reach_error();
  return 0;
}
