extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int sign = a > 0 ? 1 : a < 0 ? -1 : 0;
  if (sign == 0) reach_error();
  return 0;
}
