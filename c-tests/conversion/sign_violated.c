extern int __VERIFIER_nondet_int(void);
static unsigned limit = 10;
/* A negative index becomes a large one. */
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < -5) return 0;
  unsigned at = i;
  return at < limit;
}
