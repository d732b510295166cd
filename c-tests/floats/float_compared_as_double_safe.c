extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
/* Constants without a suffix are doubles: 0.1 is no float, and lies below the next one. */
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (x == 0.1) reach_error();
  if ((x < 0.1) != (x < 0.1f)) reach_error();
  if (((double)x < (double)y) != (x < y)) reach_error();
  if (x < 1e300 && x > 3.5e38) reach_error();
  return 0;
}
