extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* (0 <= a) <= 19, which always holds. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (!(0 <= a <= 19)) reach_error();
  return 0;
}
