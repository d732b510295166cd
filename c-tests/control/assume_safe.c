extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > 10);
  if (a <= 10) reach_error();
  return 0;
}
