// Of other numbers it is the distance from zero.
#include <inttypes.h>
#include <stdlib.h>

extern long long __VERIFIER_nondet_longlong(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int (*function)(int) = abs;
    long long n = __VERIFIER_nondet_longlong();
    int k = __VERIFIER_nondet_int();
    if (k == INT32_MIN || n == INT64_MIN) return 0;
    return function(k) < 0 || imaxabs(n) < 0;
}
