// The negation overflows, and is found though the product is harder.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    int magnitude = number > 0 ? number : -number;
    long square = (long)number * number;
    assert(square >= 0);
    return magnitude != 3;
}
