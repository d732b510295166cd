extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  assume_abort_if_not(a % 2 == 0);
  while (__VERIFIER_nondet_int()) {
    assume_abort_if_not(a < 1000 && a > -1000);
    a += 2;
  }
  if (a % 2 != 0) reach_error();
  return 0;
}
