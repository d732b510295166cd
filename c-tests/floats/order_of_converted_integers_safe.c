extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* A double holds every int and every unsigned int, and keeps their order. */
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  double a = n, b = m, c = u;
  if ((a < b) != (n < m) || (a == b) != (n == m)) reach_error();
  if ((a <= c) != (n < 0 || (unsigned)n <= u)) reach_error();
  if ((a < 2.5) != (n < 3) || (-1e-300 < c) != 1) reach_error();
  return 0;
}
