// What imaxabs gives for the least number is undefined (C17 7.8.2.1p2).
#include <inttypes.h>
#include <stdlib.h>

extern long long __VERIFIER_nondet_longlong(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    return imaxabs(__VERIFIER_nondet_longlong()) > 5;
}
