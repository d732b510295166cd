// C17 6.5: an expression may be contracted. Where there is an instruction that does, the residue of a
// product shows whether it was.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  if (!(a > 1.0f && a < 2.0f)) return 0;
  float product = a * a;
  float residue = a * a - product;
  if (residue != 0.0f) reach_error();
  return 0;
}
