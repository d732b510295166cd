extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < -32768 || a > 32767) return 0;
  short s = (short)a;
  if (s != a) reach_error();
  return 0;
}
