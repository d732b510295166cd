extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 0;
  switch (__VERIFIER_nondet_int()) {
    case 1: n += 1; /* falls through */
    case 2: n += 2; break;
    case -7: n = 9; break;
    default: n = 5;
  }
  if (n == 3) reach_error();
  return 0;
}
