extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
/* A double holds every int. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  double d = n;
  if ((int)d != n) reach_error();
  return 0;
}
