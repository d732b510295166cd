// The position is never beyond the target: an order of two numbers, which no interval says.
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    double position = 0.0, target = 0.0;
    while (__VERIFIER_nondet_int()) {
        double wish = __VERIFIER_nondet_double();
        if (wish >= position && wish <= 100.0)
            target = wish;
        double left = target - position;
        if (!(left >= 0.0))
            reach_error();
        position += left * 0.5;
        if (position > target)
            position = target;
    }
    return 0;
}
