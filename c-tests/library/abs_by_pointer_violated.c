// So it is when abs is called through a pointer.
#include <inttypes.h>
#include <stdlib.h>

extern long long __VERIFIER_nondet_longlong(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int (*function)(int) = abs;
    return function(__VERIFIER_nondet_int()) > 5;
}
