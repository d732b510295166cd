extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  void (*report)(void) = reach_error;
  if (__VERIFIER_nondet_int() == 3) report();
  return 0;
}
