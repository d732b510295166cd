/* At the head of the loop one of two flags is set, and neither need be: a case for Boolean abstraction. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int left = __VERIFIER_nondet_int() != 0, right = !left;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      left = __VERIFIER_nondet_int() == 5;
      if (!left) right = 1;
    } else {
      right = __VERIFIER_nondet_int() == 7;
      if (!right) left = 1;
    }
    if (!left && !right) reach_error();
  }
  if (!left && !right) reach_error();
  return 0;
}
