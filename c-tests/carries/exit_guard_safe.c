extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* The sum of the first n odd numbers. That i = n at the exit follows from i <= n, which the
   loop keeps, and the exit. */
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0, s = 0;
  while (i < n) {
    s += 2 * i + 1;
    i++;
  }
  if (s != n * n) reach_error();
  return 0;
}
