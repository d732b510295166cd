// Where there is an error errno may tell it.
#include <errno.h>
#include <math.h>

extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    errno = 0;
    double y = nextafter(x, -1.0);
    if (x == 0x1p-1022 && errno == ERANGE && y > 0.0) reach_error();
    return 0;
}
