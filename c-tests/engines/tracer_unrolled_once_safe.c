/* A path behind the loop needs what the loop breaks: new is old + 1 when it is entered. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned old = (unsigned)__VERIFIER_nondet_int(), new = old + 1;
  int lock = 0, flag = 1;
  while (new != old) {
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_int()) {
      lock = 0;
      new++;
    }
  }
  if (!flag) lock = 0;
  if (!lock) reach_error();
  return 0;
}
