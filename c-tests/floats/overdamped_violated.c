// It gets further than that.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double last = 0.0, before = 0.0;
    for (;;) {
        double input = __VERIFIER_nondet_double();
        if (!(input >= -1.0 && input <= 1.0)) return 0;
        double output = 1.4 * last - 0.45 * before + input;
        if (!(output > -2.3 && output < 2.3)) reach_error();
        before = last;
        last = output;
    }
}
