extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* The sum of the first n odd numbers is n * n, also for n = 3. */
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0, s = 0;
  while (i < n) {
    s += 2 * i + 1;
    i++;
  }
  if (s != n * n + (n == 3)) reach_error();
  return 0;
}
