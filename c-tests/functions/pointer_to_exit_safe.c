extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
int main(void) {
  void (*stop)(void) = abort;
  int x = __VERIFIER_nondet_int();
  if (x != 3) stop();
  if (x != 3) reach_error();
  return 0;
}
