// Functions of math.h set errno where they have an error (C17 7.12.1), and only there.
#include <errno.h>
#include <math.h>

extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x == 0.0 || (x >= 1.0 && x < 5.0))) return 0;
    errno = 0;
    double root = sqrt(x), rest = fmod(x, 3.0), twice = ldexp(x, 1), least = fdim(x, 1.0);
    long whole = lrint(x) + lround(floor(x));
    int sign = remquo(x, 2.0, &(int){0}) < 0.0;
    if (errno != 0) reach_error();
    return root + rest + twice + least + whole + sign > 100.0;
}
