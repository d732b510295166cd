// A filter of the first order: whatever comes in between -1 and 1, its state stays there.
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  double state = 0.0;
  while (__VERIFIER_nondet_int()) {
    double in = __VERIFIER_nondet_double();
    if (!(in >= -1.0 && in <= 1.0))
      in = 0.0;
    state = 0.875 * state + 0.125 * in;
    if (!(state >= -1.0 && state <= 1.0))
      reach_error();
  }
  return 0;
}
