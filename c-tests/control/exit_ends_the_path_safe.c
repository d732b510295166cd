extern int __VERIFIER_nondet_int(void);
extern void exit(int);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() != 0) exit(3);
  int a = __VERIFIER_nondet_int();
  if (a == 5) exit(0);
  if (a == 5) reach_error();
  return 0;
}
