/* Three places of a queue, each with a mark that must fit to what is in it. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned first = 0, second = 0, third = 0;
  int has_first = 0, has_second = 0, has_third = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (has_third && third < 100) reach_error();
      third = second;
      has_third = has_second;
      second = first;
      has_second = has_first;
      has_first = 0;
    } else if (!has_first) {
      unsigned value = __VERIFIER_nondet_uint();
      if (value < 100) continue;
      first = value;
      has_first = 1;
    }
  }
  return 0;
}
