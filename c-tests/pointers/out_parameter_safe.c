extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Results through pointers, written only on success. */
static int divide(int a, int b, int *quotient, int *remainder) {
  if (b <= 0 || a < 0) return -1;
  int q = 0;
  while (a >= b) {
    a -= b;
    if (++q == 8) return -1;
  }
  *quotient = q;
  if (remainder) *remainder = a;
  return 0;
}
int main(void) {
  int q = -1, r = -1, b = __VERIFIER_nondet_int();
  if (divide(__VERIFIER_nondet_int(), b, &q, &r) == 0) {
    if (r < 0 || r >= b || q < 0) reach_error();
  } else if (q != -1 || r != -1)
    reach_error();
  return divide(5, 3, &q, 0);
}
