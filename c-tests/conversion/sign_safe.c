extern int __VERIFIER_nondet_int(void);
static unsigned limit = 10;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0) return 0;
  unsigned at = i;
  return at < limit;
}
