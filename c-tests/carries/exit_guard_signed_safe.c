extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* As exit_guard_safe.c, with numbers that have a sign, downwards. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 || n < -1000) return 0;
  int i = 0;
  unsigned int s = 0;
  while (i > n) {
    s += 1u - 2u * (unsigned int)i;
    i--;
  }
  if (s != (unsigned int)n * (unsigned int)n) reach_error();
  return 0;
}
