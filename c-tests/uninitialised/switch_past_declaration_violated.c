extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
      int x;
    case 0:
      x = 3;
    case 1:
      if (x != 3) reach_error();
  }
  return 0;
}
