extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* The sum of the first n odd numbers. The loop also ends before i = n, so the sum
   need not be that of n. */
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int i = 0, s = 0;
  while (i < n && s < 1000) {
    s += 2 * i + 1;
    i++;
  }
  if (s != n * n) reach_error();
  return 0;
}
