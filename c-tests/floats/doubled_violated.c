extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  if (d * 2.0 > 7.0) reach_error();
  return 0;
}
