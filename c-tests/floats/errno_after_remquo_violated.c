// Where there is an error errno may tell it.
#include <errno.h>
#include <math.h>

extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    errno = 0;
    int part;
    double y = remquo(1.0, x, &part);
    if (x == 0.0 && errno == EDOM && y != y) reach_error();
    return 0;
}
