extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Not with NaNs. */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(x < y) && !(x == y) && !(x > y)) reach_error();
  return 0;
}
