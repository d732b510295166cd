extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int inc(int a) { return a < 100 ? a + 1 : a; }
static int dec(int a) { return a > -100 ? a - 1 : a; }
int main(void) {
  int (*step)(int) = __VERIFIER_nondet_int() ? inc : dec;
  int r = step(4);
  if (r != 5 && r != 3) reach_error();
  return 0;
}
