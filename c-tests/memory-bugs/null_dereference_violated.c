extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, *p = 0;
  if (__VERIFIER_nondet_int() == 4711) p = &x;
  return *p;
}
