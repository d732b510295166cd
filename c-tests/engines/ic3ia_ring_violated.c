/* The second place keeps its mark when something small comes. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned first = 0, second = 0;
  int has_first = 0, has_second = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (has_second && second < 100) reach_error();
      second = first;
      has_second |= has_first;
      has_first = 0;
    } else {
      unsigned value = __VERIFIER_nondet_uint();
      has_first = value >= 100;
      first = value;
    }
  }
  return 0;
}
