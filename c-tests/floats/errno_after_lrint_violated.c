// Where there is an error errno may tell it.
#include <errno.h>
#include <math.h>

extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    errno = 0;
    long y = lrint(x);
    if (x > 1e30 && errno == EDOM) reach_error();
    return y == 3;
}
