extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* That of others is not. */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(y >= 1.0f && y <= 1000.0f && x >= 0.0f && x <= 1000.0f)) return 0;
  float difference = x - y;
  if (difference + y != x) reach_error();
  return 0;
}
