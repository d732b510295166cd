// A copy of a structure without padding has the same bytes.
#include <string.h>

extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);

struct point {
    float x, y;
};

int main(void) {
    struct point p = {__VERIFIER_nondet_float(), __VERIFIER_nondet_float()};
    struct point q = p;
    if (memcmp(&p, &q, sizeof p) != 0) reach_error();
    return 0;
}
