extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
/* < and > agree. */
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x < y && !(y > x)) reach_error();
  if (x < y && x == y) reach_error();
  return 0;
}
