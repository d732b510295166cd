extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 0;
  switch (__VERIFIER_nondet_int()) {
    case 1: case 3: case 5: n = 1; break;
    case 2: case 4: n = 2; break;
    case -2147483647 - 1: n = 3; break;
  }
  if (n > 3 || n < 0) reach_error();
  return 0;
}
