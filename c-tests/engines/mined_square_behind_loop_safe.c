/* The sum of odd numbers is a square, said of n behind the loop. */
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long n = __VERIFIER_nondet_ulonglong(), i = 0, sum = 0;
  while (i < n) {
    sum += 2 * i + 1;
    i++;
  }
  if (sum != n * n) reach_error();
  return 0;
}
