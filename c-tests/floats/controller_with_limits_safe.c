// A PID controller whose integral is limited: its output is bounded by measurements and limits.
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static double limited(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

int main(void) {
  double integral = 0.0, last = 0.0;
  while (__VERIFIER_nondet_int()) {
    double measured = __VERIFIER_nondet_double();
    if (!(measured >= -100.0 && measured <= 100.0))
      measured = 0.0;
    double error = 10.0 - measured;
    integral = limited(integral + error * 0.01, -50.0, 50.0);
    double out = 2.0 * error + 0.5 * integral + 0.1 * (error - last);
    last = error;
    if (!(out > -500.0 && out < 500.0))
      reach_error();
  }
  return 0;
}
