extern void reach_error(void);
extern double floor(double);
extern double ceil(double);
extern double __VERIFIER_nondet_double(void);
/* Integers around a number. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (floor(x) > ceil(x)) reach_error();
  if (floor(x) > x || ceil(x) < x) reach_error();
  return 0;
}
