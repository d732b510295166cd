extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __builtin_assume(n > 3);
  if (n < 4) reach_error();
  return 0;
}
