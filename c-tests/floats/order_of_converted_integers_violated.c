extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* From 2^24 on a float does not tell each int from the next. */
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  float a = n, b = m;
  if (n < m && !(a < b)) reach_error();
  return 0;
}
