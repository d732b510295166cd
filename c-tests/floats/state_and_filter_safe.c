/* What a filter keeps small decides with a state what is left. */
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double last = 0, before = 0;
  int state = 0, left = 100;
  for (;;) {
    double input = __VERIFIER_nondet_double();
    if (!(input >= -1.0 && input <= 1.0)) return 0;
    if (state == 0) {
      state = 1;
      left = 8;
    } else {
      if (last > 9.0) left = 50;
      if (left > 8) reach_error();
      left = 100;
      state = 0;
    }
    double output = 1.4 * last - 0.6 * before + input;
    before = last;
    last = output;
  }
}
