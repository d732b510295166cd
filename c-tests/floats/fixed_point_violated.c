extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);
/* A third of a number with 8 bits behind the point is cut. */
int main(void) {
  short fixed = __VERIFIER_nondet_short();
  float number = (float)fixed / 3.0f;
  if ((short)number * 3 != fixed) reach_error();
  return 0;
}
