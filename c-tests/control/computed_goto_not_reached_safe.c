extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  void *label = &&a;
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 5) goto *label;
a:
  if (x > 5 && x < 5) reach_error();
  return 0;
}
