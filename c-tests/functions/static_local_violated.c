extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int next(void) {
  static int n = 10;
  return n++;
}
int main(void) {
  while (__VERIFIER_nondet_int())
    if (next() == 13) reach_error();
  return 0;
}
