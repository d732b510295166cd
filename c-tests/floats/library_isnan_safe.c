extern void reach_error(void);
extern int __isnan(double);
extern int __isinf(double);
extern int __fpclassify(double);
extern double __VERIFIER_nondet_double(void);
/* Names of glibc. */
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (__isnan(x) && x == x) reach_error();
  if (__isinf(x) == -1 && x > 0.0) reach_error();
  if (__fpclassify(x) == 2 && x != 0.0) reach_error();
  return 0;
}
