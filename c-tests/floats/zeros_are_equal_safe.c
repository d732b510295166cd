extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Both zeros. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x == 0.0f && x != -0.0f) reach_error();
  return 0;
}
