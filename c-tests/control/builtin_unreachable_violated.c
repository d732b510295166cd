extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a == 4) __builtin_unreachable();
  return 0;
}
