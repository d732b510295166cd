extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Every float is a double. */
int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = f;
  if (f == f && (float)d != f) reach_error();
  return 0;
}
