extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int (*input)(void) = __VERIFIER_nondet_int;
  if (input() == 5) reach_error();
  return 0;
}
