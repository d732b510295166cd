// Where there is an error errno may tell it.
#include <errno.h>
#include <math.h>

extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    errno = 0;
    double y = ldexp(x, 2000);
    if (x == 1.0 && errno == ERANGE && y > 1.0) reach_error();
    return 0;
}
