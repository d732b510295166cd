extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A conversion to a narrower type cuts bits off. */
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0) return 0;
  short s = (short)a;
  if (s != a) reach_error();
  return 0;
}
