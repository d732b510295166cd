extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* Euclid by subtraction: the greatest common divisor of m and 6 divides both. */
int main(void) {
  unsigned int m = __VERIFIER_nondet_uint();
  if (m == 0 || m > 8) return 0;
  unsigned int a = m, b = 6;
  while (a != b) {
    while (a > b) a = a - b;
    while (b > a) b = b - a;
  }
  if (m % a != 0) reach_error();
  if (6 % a != 0) reach_error();
  return 0;
}
