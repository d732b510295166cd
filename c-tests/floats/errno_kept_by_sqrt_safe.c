// No other number than EDOM is left.
#include <errno.h>
#include <math.h>

extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    errno = 7;
    double y = sqrt(__VERIFIER_nondet_double());
    if (errno != 7 && errno != EDOM) reach_error();
    return y > 2.0;
}
